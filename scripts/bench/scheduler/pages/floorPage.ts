import { Floor } from './floor.ts';
import { run } from './harness.ts';

run(new Floor());

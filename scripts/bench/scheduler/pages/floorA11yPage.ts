import { AccessibleFloor } from './floor.ts';
import { run } from './harness.ts';

run(new AccessibleFloor());

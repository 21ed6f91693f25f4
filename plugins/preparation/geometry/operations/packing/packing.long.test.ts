import './packing.test.ts';

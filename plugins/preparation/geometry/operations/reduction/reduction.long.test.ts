import './reduction.test.ts';

import './nest.test.ts';

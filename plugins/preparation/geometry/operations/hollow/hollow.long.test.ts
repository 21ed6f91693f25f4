import './hollow.test.ts';

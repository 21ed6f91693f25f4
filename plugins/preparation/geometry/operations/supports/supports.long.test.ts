import './supports.test.ts';

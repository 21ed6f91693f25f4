import './crowd.test.ts';

import './orientation.test.ts';

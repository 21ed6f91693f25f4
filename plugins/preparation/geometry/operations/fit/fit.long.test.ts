import './fit.test.ts';

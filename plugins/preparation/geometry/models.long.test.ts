import './models.test.ts';

import './section.test.ts';

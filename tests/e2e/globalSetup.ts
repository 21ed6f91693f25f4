export { prepareData as default } from './app.ts';

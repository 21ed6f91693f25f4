export { Choice } from './panel/Choice.tsx';
export { Panel } from './panel/Panel.tsx';

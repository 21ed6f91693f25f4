export { UiRoot } from './theme/UiRoot.tsx';

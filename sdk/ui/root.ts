/** Only for screens with antd: its look, theme editing, and the global search. */
export { UiRoot } from './theme/UiRoot.tsx';
export { contrastRatio } from './theme/contrast.ts';
export { themeVariables } from '../contract/host/themeVariables.ts';
export type { ThemeVariable } from '../contract/host/themeVariables.ts';
export { SearchResults } from './search/SearchResults.tsx';
export type { SearchItem } from './search/SearchResults.tsx';
export { includesWords } from './search/includesWords.ts';
export { ActiveOption } from './search/ActiveOption.ts';

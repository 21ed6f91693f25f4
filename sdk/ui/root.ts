/** What only screens with antd need: its look, what a theme is made of, and the search over everything. */
export { UiRoot } from './theme/UiRoot.tsx';
export { contrastRatio } from './theme/contrast.ts';
export { themeVariables } from '../contract/themeVariables.ts';
export type { ThemeVariable } from '../contract/themeVariables.ts';
export { SearchResults } from './search/SearchResults.tsx';
export type { SearchItem } from './search/SearchResults.tsx';
export { ActiveOption } from './search/ActiveOption.ts';
export { RemoteSearch } from './search/RemoteSearch.ts';

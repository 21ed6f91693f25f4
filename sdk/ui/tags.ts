export { TagBar } from './tags/TagBar.tsx';
export { TagFilter } from './tags/TagFilter.tsx';
export { TagPicker } from './tags/TagPicker.tsx';

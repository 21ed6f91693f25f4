export { ChangeList } from './versions/ChangeList.tsx';
export { VersionBar } from './versions/VersionBar.tsx';

export { ChangeList } from './versions/ChangeList.tsx';
export { Labelled } from './versions/Labelled.tsx';
export { VersionBar } from './versions/VersionBar.tsx';

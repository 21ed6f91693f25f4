export { ColumnChoice } from './lists/ColumnChoice.ts';
export { ColumnChooser } from './lists/ColumnChooser.tsx';
export { SideDrawer } from './lists/SideDrawer.tsx';
export { downloadCsv, toCsv } from './lists/csv.ts';

export { BulkBar } from './lists/BulkBar.tsx';
export { BulkReport } from './lists/BulkReport.tsx';
export { ColumnChooser } from './lists/ColumnChooser.tsx';
export { CsvButton } from './lists/CsvButton.tsx';
export { FilterTabs } from './lists/FilterTabs.tsx';
export type { FilterTab } from './lists/FilterTabs.tsx';
export { ListTable } from './lists/ListTable.tsx';
export { SavedFiltersMenu } from './lists/SavedFiltersMenu.tsx';

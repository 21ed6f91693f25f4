export { DataTable, defaultPageSize } from './table/DataTable.tsx';
export type { DataColumn, DataTableProps, Sort } from './table/DataTable.tsx';

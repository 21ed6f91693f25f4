import type { ColumnType } from 'kysely';

/** What VERIFY found out about a stored file; one row per file, written once. Lengths in mm, areas mm², volumes mm³. */
export interface FileFactsTable {
  file_id: number;
  volume_mm3: number;
  area_mm2: number;
  size_x_mm: number;
  size_y_mm: number;
  size_z_mm: number;
  /** The lowest corner; `null`: it was measured before this was kept. */
  min_x_mm: ColumnType<number | null, number | null | undefined, never>;
  min_y_mm: ColumnType<number | null, number | null | undefined, never>;
  min_z_mm: ColumnType<number | null, number | null | undefined, never>;
  facets: number;
  shells: number;
  watertight: boolean;
  thumbnail_file_id: number | null;
}

/** Columns of this area's tables that others may join on. Only the area writes them. */
declare module '../../server/tables.ts' {
  interface Tables {
    file_facts: FileFactsTable;
  }
}

import type { ColumnType, Generated } from 'kysely';

export type PreparationTables = {
  file_operation: {
    id: string;
    type: string;
    file_id: number;
    units: string;
    status: Generated<string>;
    progress: Generated<number>;
    needs_repair: boolean | null;
    /** Of the contract's error codes, for FAILED. */
    failure_code: string | null;
    message: string | null;
    /** JSON of the contract's MeshReport. */
    report: ColumnType<unknown, string | null, string | null>;
    output_file_id: number | null;
    png_file_id: number | null;
    company_id: number | null;
    facility_id: number | null;
    ended_at: Date | null;
  };
};

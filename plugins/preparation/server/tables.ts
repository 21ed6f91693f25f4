import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Json = ColumnType<unknown, string | null | undefined, string | null>;

export type PreparationTables = {
  file_operation: {
    id: string;
    type: string;
    file_id: number;
    units: string;
    /** Checked by the schema of the type, with its defaults. */
    input: ColumnType<unknown, string, never>;
    input_key: GeneratedAlways<string>;
    status: Generated<string>;
    progress: Generated<number>;
    needs_repair: boolean | null;
    /** An error code of the contract, for FAILED. */
    failure_code: string | null;
    message: string | null;
    /** What the message is made from; JSON of the contract's Said. */
    said: Json;
    /** JSON of the contract's MeshReport. */
    report: Json;
    /** Follows the contract's schema of the type; `null` for types without details. */
    details: Json;
    png_file_id: number | null;
    map_file_id: number | null;
    /** The user who started it, and the company or facility that owns what it makes. */
    user_id: number | null;
    company_id: number | null;
    facility_id: number | null;
    ended_at: Date | null;
  };
  /** Files that an operation made, in their order; none when it made no file. */
  file_operation_output: { operation_id: string; position: number; file_id: number };
  file_preview: {
    file_id: number;
    units: string;
    status: Generated<string>;
    message: string | null;
    said: Json;
    report: Json;
    preview_file_id: number | null;
    full_file_id: number | null;
    company_id: number | null;
    facility_id: number | null;
    ended_at: Date | null;
  };
  file_preview_picture: { file_id: number; units: string; view: string; picture_file_id: number };
};

import type { Work } from '@sinter/sdk/server';
import type { Generated, GeneratedAlways } from 'kysely';

export type PartTables = {
  part: {
    id: GeneratedAlways<number>;
    company_id: number;
    name: string;
    part_number: Generated<string>;
    tags: Generated<string[]>;
    latest: Generated<number>;
    archived_at: Date | null;
    deleted_at: Date | null;
    /** Somebody put it into the inventory; otherwise it came with an order. */
    kept: Generated<boolean>;
    search_text: Generated<string>;
    created_by: number | null;
    event_id: string | null;
    created_at: Generated<Date>;
  };
  part_revision: {
    id: GeneratedAlways<number>;
    part_id: number;
    /** From 1; shown as A, B, … */
    number: number;
    original_file_id: number;
    file_id: number;
    units: string;
    format: string;
    sha256: string;
    created_by: number | null;
    event_id: string | null;
    created_at: Generated<Date>;
  };
  part_upload: { revision_id: number; original_file_id: number };
};

export const partsDb = (unit: Work) => unit.db.withTables<PartTables>();

import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { TagKind } from '@sinter/sdk/contract/admin/tagKinds';
import type { Tables } from '@sinter/sdk/server';

// A type and not an interface: the database's type takes no open one.
export type AdminTables = {
  delivery_address: {
    id: GeneratedAlways<number>;
    facility_id: number | null;
    company_id: number | null;
    address: ColumnType<unknown, string, string>;
    is_default: Generated<boolean>;
  };
  certification: {
    id: GeneratedAlways<number>;
    facility_id: number;
    name: string;
    issuer: string;
    /** A day. */
    valid_until: ColumnType<string | null, string | null, string | null>;
  };
  department: { id: GeneratedAlways<number>; facility_id: number | null; company_id: number | null; name: string };
  facility_tag: {
    id: GeneratedAlways<number>;
    facility_id: number;
    label: string;
    color: string;
    applies_to: TagKind[];
    retired: Generated<boolean>;
    merged_into: Generated<number | null>;
  };
  tag_link: { tag_id: number; kind: TagKind; object_id: number };
  membership_department: { membership_id: number; department_id: number };
};
export type AdminDb = Kysely<Tables & AdminTables>;

export const adminDb = (db: Kysely<Tables> | Transaction<Tables>): AdminDb => db.withTables<AdminTables>();

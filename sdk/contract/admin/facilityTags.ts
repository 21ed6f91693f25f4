import type { Kysely, RawBuilder } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { Work } from '../../server/defineServer.ts';
import type { Tables } from '../../server/tables.ts';
import type { KnownTag, TagChange, TagChip } from '../tags.ts';
import type { TagKind } from './tagKinds.ts';

/** Kinds whose rows take tags, each declared by the area that has them: `server.contribute(taggedKinds, 'ORDER')`. */
export const taggedKinds = createToken<TagKind>('admin/TaggedKinds@1');

/** A row of a facility that takes tags. */
export interface Tagged {
  facilityId: number;
  kind: TagKind;
  id: number;
}

/** The tags of a facility on rows of other areas. Asks for no rights: pass only what the caller may see, or change. */
export interface FacilityTags {
  /** The tags of the row with this id, by label: SQL of a JSON array. */
  of(facilityId: number | null, kind: TagKind, id: RawBuilder<unknown>): RawBuilder<TagChip[]>;
  /** Whether the row has one of these tags, by id or by label: a condition. One that was merged means what it became. */
  hasAny(
    db: Kysely<Tables>,
    facilityId: number | null,
    kind: TagKind,
    id: RawBuilder<unknown>,
    asked: readonly (string | number)[],
  ): Promise<RawBuilder<boolean>>;
  /** Those of the facility for such rows, by label. Retired ones are for finding what has them, and are given no more. */
  choices(db: Kysely<Tables>, facilityId: number | null, kind: TagKind): Promise<KnownTag[]>;
  /**
   * Gives and takes tags by their labels. Answers the labels before and after. Throws CONFLICT for a label that the facility does
   * not have, unless `adds`: then it is made; for one that is retired, or not for such rows; and where there would be too many.
   */
  change(
    unit: Work,
    row: Tagged,
    change: TagChange,
    options: { adds: boolean },
  ): Promise<{ before: string[]; after: string[] }>;
}
export const facilityTags = createToken<FacilityTags>('admin/FacilityTags@1');

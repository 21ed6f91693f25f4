import type { RawBuilder } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { Principal } from '../guard.ts';

/** What other areas show of the inventory's parts: never more than the person may open. */
export interface PartSight {
  /** A query of (id, name, part_number, revision_count), one row for each part of the inventory that this person sees. */
  seen(viewer: Principal): RawBuilder<unknown>;
}
export const partSight = createToken<PartSight>('catalog/PartSight@1');

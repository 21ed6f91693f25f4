import type { RawBuilder } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { Work } from '../../server/defineServer.ts';

/** What a company owns, told by those who bring it in. */
export interface PartInventory {
  /**
   * Every upload of the company that is in its inventory neither itself nor by its content becomes a part; an upload of
   * known content is noted with the revision that has it, so that orders of either are orders of that part.
   * `name` is the file's; asks for no rights: pass only files the user may see.
   */
  register(
    unit: Work,
    input: {
      companyId: number;
      userId: number;
      files: readonly { originalFileId: number; fileId: number; units: string; name: string }[];
    },
  ): Promise<void>;
  /** The part number that `companyId` has given to what was uploaded as `originalFileId`; null without one. Both are SQL. */
  numberOf(originalFileId: RawBuilder<unknown>, companyId: RawBuilder<unknown>): RawBuilder<string | null>;
}
export const partInventory = createToken<PartInventory>('catalog/PartInventory@1');

import type { QueryExecutorProvider } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { Principal } from '../guard.ts';

/** How thick the walls of files are, as measured. */
export interface MeasuredWalls {
  /**
   * The thinnest wall of each file in mm, as the viewer's own company or facility has measured it last; files that it has
   * not measured are left out. Asks for no rights.
   */
  thinnest(
    db: QueryExecutorProvider,
    viewer: Pick<Principal, 'companyId' | 'facilityId'>,
    fileIds: readonly number[],
  ): Promise<ReadonlyMap<number, number>>;
}
export const measuredWalls = createToken<MeasuredWalls>('preparation/MeasuredWalls@1');

import { createToken } from '@sinter/sdk/plugin';
import type { RoomDb } from './tables.ts';

/** Which enterprise people are with who have not signed in, by the name that their browser asked for. */
export interface FrontDoors {
  /** The root facility of the enterprise that owns this host name, else of the one that runs the site; 0 while there is none. */
  of(hostname: string): Promise<number>;
  /** The root facility of the enterprise that runs the site: the first one made. 0 while there is none. */
  ofSite(): Promise<number>;
  /** Somebody has won or lost an address. */
  forget(): void;
}
export const frontDoors = createToken<FrontDoors>('host/FrontDoors@1');

/** How long a node may go on with what it knew, when it hears of no change. */
const rememberedFor = 10_000;

/** As it is stored: browsers may send another case, and a dot at the end. */
const plain = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '');

export function createFrontDoors(db: RoomDb): FrontDoors {
  let known: { owners: Promise<ReadonlyMap<string, number>>; readAt: number } | undefined;
  let site: number | undefined;

  const readOwners = async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await db
      .selectFrom('front_door')
      .select(['domain', 'facility_id'])
      .where('verified_at', 'is not', null)
      .execute();
    return new Map(rows.map((row) => [row.domain, row.facility_id]));
  };
  const owners = (): Promise<ReadonlyMap<string, number>> => {
    if (known && Date.now() - known.readAt < rememberedFor) return known.owners;
    const mine = { owners: readOwners(), readAt: Date.now() };
    known = mine;
    mine.owners.catch(() => known === mine && (known = undefined));
    return mine.owners;
  };

  const doors: FrontDoors = {
    of: async (hostname) => (await owners()).get(plain(hostname)) ?? doors.ofSite(),
    async ofSite() {
      site ??= (
        await db
          .selectFrom('facility')
          .select('id')
          .where('root_facility_id', 'is', null)
          .orderBy('id')
          .executeTakeFirst()
      )?.id;
      return site ?? 0;
    },
    forget: () => void (known = undefined),
  };
  return doors;
}

import { sql } from 'kysely';
import type { ExtensionsHere } from './here.ts';
import type { ExtensionCalls } from './installed.ts';
import type { RoomDb } from './tables.ts';

interface Counted {
  facilityId: number;
  userId: number;
  pluginId: string;
  version: string;
  calls: number;
  refused: number;
}

/** Adding one to a row for each call would cost more than most calls. */
export function createCallCounter(db: RoomDb, here: ExtensionsHere): ExtensionCalls & { flush(): Promise<void> } {
  let counted = new Map<string, Counted>();
  return {
    count({ refused, ...by }) {
      const key = `${by.facilityId} ${by.userId} ${by.pluginId} ${by.version}`;
      const known = counted.get(key) ?? { ...by, calls: 0, refused: 0 };
      known.calls += 1;
      if (refused) known.refused += 1;
      counted.set(key, known);
    },
    async flush() {
      const all = [...counted.values()];
      counted = new Map();
      for (const { facilityId, userId, pluginId, version, calls, refused } of all) {
        const found = (await here.of(facilityId)).find(
          (one) => one.pluginId === pluginId && one.package.version === version,
        );
        if (!found) continue;
        await db
          .insertInto('extension_use')
          .values({ package_id: found.package.packageId, facility_id: facilityId, user_id: userId, calls, refused })
          .onConflict((conflict) =>
            conflict.columns(['package_id', 'facility_id', 'user_id']).doUpdateSet({
              calls: sql`extension_use.calls + ${calls}`,
              refused: sql`extension_use.refused + ${refused}`,
            }),
          )
          .execute();
      }
    },
  };
}

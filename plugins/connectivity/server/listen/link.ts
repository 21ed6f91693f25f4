import { readingSchema } from '@sinter/sdk/contract/connectivity/connectors';
import type { DriverSource } from '@sinter/sdk/contract/connectivity/fields';
import { keptSecrets, outbound, outboundSocket, threadFile, type Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { bringFiles, machineFiles } from './folder.ts';
import type { Dropped, Link } from '../drivers/driver.ts';

/** At most so many files of readings at a time. */
const files = 50;

export const secretName = (connectorId: number): string => `connectivity.connector.${connectorId}`;
export const certificateName = (connectorId: number): string => `${secretName(connectorId)}.certificate`;

interface Given {
  /** `null` for one that is only tried. */
  id: number | null;
  endpoint: string;
  settings: Readonly<Record<string, string>>;
  sources: readonly DriverSource[];
  secret: string | null;
  certificate: string | null;
  cursor: string;
}

export const linkOf = (
  services: Pick<Services, 'db' | 'get' | 'log' | 'write'>,
  { id, endpoint, ...given }: Given,
): Link => ({
  ...{ ...given, call: services.get(outbound), connect: services.get(outboundSocket) },
  ...{ program: services.get(threadFile), log: services.log },
  endpoint: endpoint.replace(/\/+$/, ''),
  own: (name, make) => ownOf(services, `connectivity.${name}`, make),
  dropped: async (after) =>
    id === null ? { readings: [], last: after, wrong: null } : droppedAfter(services, id, after),
});

async function ownOf(
  { db, get, write }: Pick<Services, 'db' | 'get' | 'write'>,
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const kept = await get(keptSecrets).find(db, name);
  if (kept !== null) return kept;
  const made = await make();
  return write(async (unit) => {
    // Another node may have made one meanwhile.
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(unit.db);
    const others = await get(keptSecrets).find(unit.db, name);
    if (others === null) await get(keptSecrets).keep(unit, name, made);
    return others ?? made;
  });
}

const rowsSchema = z.array(z.object({ id: z.number(), readings: z.array(readingSchema), at: z.date() }));

/** Files that were brought after one, in their order: who brings holds the connector, so that ids are in it. `keep` marks them as taken. */
async function droppedAfter(
  services: Pick<Services, 'db' | 'write'>,
  connectorId: number,
  after: number,
): Promise<Dropped> {
  const root = machineFiles();
  const wrong = root === undefined ? null : await bringFiles(services, connectorId, root);
  const { rows } = await sql`
    select id, readings, at from mc_drop where connector_id = ${connectorId} and not taken and id > ${after}
    order by id limit ${files}
  `.execute(services.db);
  const found = rowsSchema.parse(rows);
  return {
    wrong,
    last: found.at(-1)?.id ?? after,
    readings: found.flatMap(({ readings, at }) => readings.map((each) => ({ ...each, at: each.at ?? at.getTime() }))),
  };
}

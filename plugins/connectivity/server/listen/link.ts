import { readingSchema, type Reading } from '@sinter/sdk/contract/connectivity/connectors';
import { outbound, type Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Link } from '../drivers/driver.ts';

/** At most so many files of readings at a time. */
const files = 50;

export const secretName = (connectorId: number): string => `connectivity.connector.${connectorId}`;

interface Given {
  /** `null` for one that is only tried. */
  id: number | null;
  endpoint: string;
  secret: string | null;
  cursor: string;
}

export const linkOf = (
  services: Pick<Services, 'db' | 'get' | 'write'>,
  { id, endpoint, secret, cursor }: Given,
): Link => ({
  ...{ secret, cursor, call: services.get(outbound) },
  endpoint: endpoint.replace(/\/+$/, ''),
  dropped: async () => (id === null ? [] : takeDropped(services, id)),
});

const rowsSchema = z.array(z.object({ readings: z.array(readingSchema), at: z.date() }));

/** Files that were brought, in their order. One that is taken is not read again: its id stays, so that it counts once. */
async function takeDropped({ write }: Pick<Services, 'write'>, connectorId: number): Promise<Reading[]> {
  const { rows } = await write((unit) =>
    sql`
      with taken as (
        update mc_drop set taken = true where id in (
          select id from mc_drop where connector_id = ${connectorId} and not taken order by id limit ${files} for update)
        returning id, readings, at
      ) select readings, at from taken order by id
    `.execute(unit.db),
  );
  return rowsSchema
    .parse(rows)
    .flatMap(({ readings, at }) => readings.map((each) => ({ ...each, at: each.at ?? at.getTime() })));
}

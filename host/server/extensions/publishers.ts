import { sql } from 'kysely';
import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import {
  addPublisher,
  addPublisherKey,
  listPublishers,
  type publisherSchema,
  revokePublisherKey,
  rotatePublisherKey,
} from '@sinter/sdk/contract/host/extensionReview';
import type { Work } from '@sinter/sdk/server';
import { keyIdOf } from '#registry/signing';
import { say } from '../say.ts';
import { tellChanged } from './changed.ts';
import { tellStopped } from './notices.ts';
import type { Parts } from './parts.ts';
import { type RoomDb, roomDb, roomTransaction } from './tables.ts';

type Publisher = z.input<typeof publisherSchema>;
const mostKeys = 20;

/** The vendors whose packages are taken, and the keys that they sign with. */
export function handlePublishers({ handle, db, states, here }: Parts): void {
  handle(listPublishers, async () => ({ publishers: await publishersOf(db) }));

  handle(addPublisher, ({ write }, { body }) =>
    write(async (unit) => {
      const row = await roomTransaction(unit.db)
        .insertInto('extension_publisher')
        .values(body)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!row) throw new CallError('CONFLICT', say('extension.publisherKnown', { publisher: body.id }));
      await audit(unit, 'publisher.added', body.id, { name: body.name });
      return requirePublisher(roomDb(unit.db), body.id);
    }),
  );

  handle(addPublisherKey, ({ write }, { params: { id }, body }) =>
    write(async (unit) => {
      await requirePublisher(roomDb(unit.db), id);
      const keyId = await addKey(unit, id, body);
      await audit(unit, 'publisher.key_added', id, { keyId, development: body.development });
      return requirePublisher(roomDb(unit.db), id);
    }),
  );

  handle(rotatePublisherKey, ({ write }, { params: { id, keyId }, body: { publicKey } }) =>
    write(async (unit) => {
      const own = roomTransaction(unit.db);
      const { retired_at, revoked_at, development } = await requireKey(own, id, keyId);
      if (retired_at || revoked_at) throw new CallError('CONFLICT', say('extension.keyRetired', { key: keyId }));
      const next = await addKey(unit, id, { publicKey, development });
      await own.updateTable('extension_key').set({ retired_at: new Date() }).where('id', '=', keyId).execute();
      await audit(unit, 'publisher.key_rotated', id, { from: keyId, to: next });
      return requirePublisher(roomDb(unit.db), id);
    }),
  );

  handle(revokePublisherKey, async ({ write, user }, { params: { id, keyId }, body: { reason } }) => {
    const answer = await write(async (unit) => {
      const { revoked_at } = await requireKey(roomTransaction(unit.db), id, keyId);
      if (!revoked_at) await revokeKey(unit, states, { publisherId: id, keyId, reason, by: user.userId });
      return requirePublisher(roomDb(unit.db), id);
    });
    here.forget();
    states.forget();
    return answer;
  });
}

/** Browsers that run what it has signed are told, and those who look after the apps of their facilities. */
export async function revokeKey(
  unit: Work,
  states: Parts['states'],
  { publisherId, keyId, reason, by }: { publisherId: string; keyId: string; reason: string; by: number | null },
): Promise<void> {
  const own = roomTransaction(unit.db);
  const now = new Date();
  await own
    .updateTable('extension_key')
    .set({ revoked_at: now, retired_at: now, reason })
    .where('id', '=', keyId)
    .execute();
  const signed = await own
    .selectFrom('extension_package')
    .select('id')
    .where('key_id', '=', keyId)
    .where('state', '<>', 'BLOCKED')
    .execute();
  await audit(unit, 'publisher.key_revoked', publisherId, { keyId, reason });
  const packageIds = signed.map(({ id }) => id);
  await tellChanged(unit, states, await tellStopped(unit, { packageIds, why: 'REVOKED', reason, by }));
}

const audit = (unit: Work, action: PublisherAction, objectId: string, after: object): Promise<void> =>
  unit.audit({ action, objectKind: 'PUBLISHER', objectId, facilityId: null, after });
type PublisherAction = 'publisher.added' | 'publisher.key_added' | 'publisher.key_rotated' | 'publisher.key_revoked';

async function addKey(
  unit: Work,
  publisherId: string,
  { publicKey, development }: { publicKey: string; development: boolean },
): Promise<string> {
  const own = roomTransaction(unit.db);
  // Two that add the last one at once: the second finds the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`publisher ${publisherId}`}, 0))`.execute(own);
  const { count } = await own
    .selectFrom('extension_key')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('publisher_id', '=', publisherId)
    .executeTakeFirstOrThrow();
  if (count >= mostKeys) throw new CallError('CONFLICT', say('extension.tooManyKeys', { most: mostKeys }));
  const id = keyIdOf(publicKey);
  const row = await own
    .insertInto('extension_key')
    .values({ id, publisher_id: publisherId, public_key: publicKey, development })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new CallError('CONFLICT', say('extension.keyKnown'));
  return id;
}

async function requireKey(db: RoomDb, publisherId: string, keyId: string) {
  const row = await db
    .selectFrom('extension_key')
    .selectAll()
    .where('id', '=', keyId)
    .where('publisher_id', '=', publisherId)
    .executeTakeFirst();
  if (!row) throw new CallError('NOT_FOUND');
  return row;
}

async function requirePublisher(db: RoomDb, id: string): Promise<Publisher> {
  const [found] = await publishersOf(db, id);
  if (!found) throw new CallError('NOT_FOUND');
  return found;
}

async function publishersOf(db: RoomDb, id?: string): Promise<Publisher[]> {
  const [publishers, keys] = await Promise.all([
    db
      .selectFrom('extension_publisher')
      .select([
        'id',
        'name',
        'contact',
        'created_at',
        sql<number>`(
          select count(distinct plugin_id)::int from extension_package p
          where p.publisher_id = extension_publisher.id and p.state = 'PUBLISHED'
        )`.as('published'),
      ])
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .orderBy('id')
      .execute(),
    db.selectFrom('extension_key').selectAll().where('publisher_id', 'is not', null).orderBy('created_at').execute(),
  ]);
  return publishers.map((one) => ({
    id: one.id,
    name: one.name,
    contact: one.contact,
    createdAt: one.created_at.toISOString(),
    published: one.published,
    keys: keys
      .filter(({ publisher_id }) => publisher_id === one.id)
      .map((key) => ({
        keyId: key.id,
        publicKey: key.public_key,
        development: key.development,
        createdAt: key.created_at.toISOString(),
        retiredAt: key.retired_at?.toISOString() ?? null,
        revokedAt: key.revoked_at?.toISOString() ?? null,
        reason: key.reason,
      })),
  }));
}

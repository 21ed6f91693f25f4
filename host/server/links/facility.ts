import { Readable } from 'node:stream';
import { CallError } from '@sinter/sdk/contract';
import { disableLinkApp, enableLinkApp, linkAppLogo, listLinkApps } from '@sinter/sdk/contract/host/linkApps';
import { say } from '../say.ts';
import { tellLinksChanged } from './changed.ts';
import type { Parts } from './parts.ts';
import { agreementOf, isOffered, linkRow, linkRows, toOffered } from './rows.ts';
import { roomDb, roomTransaction } from './tables.ts';

/** A drawing that is opened by itself runs nothing and loads nothing. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** What a facility does with the link apps that are offered to it. */
export function handleFacilityLinks({ handle, db, states }: Parts): void {
  handle(listLinkApps, async ({ facilityId }) => {
    const rows = (await linkRows(db)).filter((row) => isOffered(row, facilityId));
    return {
      apps: await Promise.all(rows.map(async (row) => toOffered(row, await agreementOf(db, row.id, facilityId)))),
    };
  });

  handle(enableLinkApp, async ({ facilityId, user, write }, { params: { id }, body: { origin, shares } }) => {
    const answer = await write(async (unit) => {
      const own = roomTransaction(unit.db);
      const row = await linkRow(roomDb(unit.db), id);
      if (!row || !isOffered(row, facilityId)) throw new CallError('NOT_FOUND');
      if (row.origin !== origin || !shares.every((share) => row.asks.includes(share))) {
        throw new CallError('CONFLICT', say('link.changedMeanwhile', { app: row.name }));
      }
      const agreed = { enabled: true, origin, shares, agreed_by: user.userId, agreed_at: new Date() };
      await own
        .insertInto('link_app_install')
        .values({ facility_id: facilityId, link_app_id: id, ...agreed })
        .onConflict((conflict) => conflict.columns(['facility_id', 'link_app_id']).doUpdateSet(agreed))
        .execute();
      await unit.audit({
        action: 'link.enabled',
        objectKind: 'LINK_APP',
        objectId: String(id),
        after: { name: row.name, origin, shares },
      });
      await tellLinksChanged(unit, states, [facilityId]);
      return toOffered(row, agreed);
    });
    states.forget();
    return answer;
  });

  handle(disableLinkApp, async ({ facilityId, write }, { params: { id } }) => {
    await write(async (unit) => {
      const row = await roomTransaction(unit.db)
        .updateTable('link_app_install')
        .set({ enabled: false })
        .where('facility_id', '=', facilityId)
        .where('link_app_id', '=', id)
        .returning('enabled')
        .executeTakeFirst();
      const app = row && (await linkRow(roomDb(unit.db), id));
      if (!app) throw new CallError('NOT_FOUND');
      await unit.audit({
        action: 'link.disabled',
        objectKind: 'LINK_APP',
        objectId: String(id),
        after: { name: app.name },
      });
      await tellLinksChanged(unit, states, [facilityId]);
    });
    states.forget();
    return { success: 'true' as const };
  });

  handle(linkAppLogo, async ({ facilityId, user, reply }, { params: { id } }) => {
    const row = await linkRow(db, id);
    const reviews = user.authorities.includes('ROLE_ADMIN');
    if (!row || !(reviews || isOffered(row, facilityId))) throw new CallError('NOT_FOUND');
    const picture = await db
      .selectFrom('link_app')
      .select(['logo', 'logo_type', 'logo_hash'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!picture?.logo || picture.logo_type === null) throw new CallError('NOT_FOUND');
    if (picture.logo_type === 'image/svg+xml') reply.header('Content-Security-Policy', drawingPolicy);
    return {
      stream: Readable.from([picture.logo]),
      size: picture.logo.length,
      contentType: picture.logo_type,
      ...(picture.logo_hash !== null && { etag: picture.logo_hash }),
      cache: 'private' as const,
    };
  });
}

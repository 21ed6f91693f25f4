import { createHash } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import {
  addLinkApp,
  blockLinkApp,
  changeLinkApp,
  listReviewedLinks,
  publishLinkApp,
  removeLinkApp,
  setLinkLogo,
} from '@sinter/sdk/contract/host/linkApps';
import type { Work } from '@sinter/sdk/server';
import type { RequestContext } from '../http/context.ts';
import { say } from '../say.ts';
import { sniff } from '../theme/sniff.ts';
import { type AddressRules, requireAddress } from './addresses.ts';
import { tellLinksChanged } from './changed.ts';
import { tellBlocked } from './notices.ts';
import type { Parts } from './parts.ts';
import { linkRow, linkRows, type LinkRow, type Reviewed, toReviewed } from './rows.ts';
import { type RoomDb, roomDb, roomTransaction } from './tables.ts';

const mostLogoBytes = 200_000;
const mostApps = 200;

type LinkAction = 'link.added' | 'link.changed' | 'link.published' | 'link.blocked' | 'link.removed';

/** What reviewers do with the link apps of the server. */
export function handleLinkReview({ handle, db, states, rules }: Parts): void {
  /** One change of one app, after which the browsers that may show it ask again. */
  async function step(context: RequestContext, id: number, work: (unit: Work, app: LinkRow) => Promise<void>) {
    const answer = await context.write(async (unit) => {
      const before = await required(roomDb(unit.db), id);
      const own = roomDb(unit.db);
      const had = await facilitiesOf(own, before);
      await work(unit, before);
      const after = await linkRow(own, id);
      const have = after ? await facilitiesOf(own, after) : [];
      await tellLinksChanged(unit, states, [...had, ...have]);
      return after ? (await toReviewed(own, [after]))[0] : undefined;
    });
    states.forget();
    return answer;
  }
  const shown = (answer: Reviewed | undefined): Reviewed => {
    if (!answer) throw new CallError('NOT_FOUND');
    return answer;
  };
  const audit = (unit: Work, action: LinkAction, id: number, after: object, before?: object) =>
    unit.audit({ action, objectKind: 'LINK_APP', objectId: String(id), facilityId: null, before, after });

  handle(listReviewedLinks, async () => ({
    apps: await toReviewed(db, await linkRows(db)),
    facilities: await db
      .selectFrom('facility')
      .select(['id', 'company_name as name'])
      .orderBy('company_name')
      .execute(),
  }));

  handle(addLinkApp, async ({ user, write }, { body }) => {
    const facts = await columnsOf(body, rules);
    return write(async (unit) => {
      const own = roomTransaction(unit.db);
      const { count } = await own
        .selectFrom('link_app')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (count >= mostApps) throw new CallError('CONFLICT', say('link.tooMany', { most: mostApps }));
      const { id } = await own
        .insertInto('link_app')
        .values({ ...facts, created_by: user.userId })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit(unit, 'link.added', id, body);
      const [made] = await toReviewed(roomDb(unit.db), [await required(roomDb(unit.db), id)]);
      return shown(made);
    });
  });

  handle(changeLinkApp, async (context, { params: { id }, body }) => {
    const facts = await columnsOf(body, rules);
    return shown(
      await step(context, id, async (unit, before) => {
        await save(unit, id, facts);
        await audit(unit, 'link.changed', id, body, { name: before.name, appURL: before.app_url, asks: before.asks });
      }),
    );
  });

  handle(setLinkLogo, async (context, { params: { id } }) => {
    await required(db, id);
    const logo = await picture((await context.upload()).content);
    return shown(
      await step(context, id, async (unit, { name }) => {
        await save(unit, id, logo);
        await audit(unit, 'link.changed', id, { name, logo: logo.logo_hash });
      }),
    );
  });

  handle(publishLinkApp, async (context, { params: { id }, body: { everybody, facilityIds } }) =>
    shown(
      await step(context, id, async (unit, { name, state }) => {
        const known = await roomDb(unit.db).selectFrom('facility').select('id').execute();
        const ids = [...new Set(facilityIds)].filter((one) => known.some((row) => row.id === one));
        if (!everybody && ids.length === 0) {
          const sentence = say('link.nobody');
          throw new CallError('INVALID_INPUT', sentence, { fields: { facilityIds: sentence } });
        }
        const offer = { everybody, facility_ids: everybody ? [] : ids };
        await save(unit, id, { ...offer, state: 'PUBLISHED', reason: null });
        await audit(unit, 'link.published', id, { name, ...offer }, { state });
      }),
    ),
  );

  handle(blockLinkApp, async (context, { params: { id }, body: { reason } }) =>
    shown(
      await step(context, id, async (unit, { name, state }) => {
        if (state !== 'PUBLISHED') throw new CallError('CONFLICT', say('link.notPublished', { app: name }));
        await save(unit, id, { state: 'BLOCKED', reason });
        await tellBlocked(unit, { id, reason, by: context.user.userId });
        await audit(unit, 'link.blocked', id, { name, reason });
      }),
    ),
  );

  handle(removeLinkApp, async (context, { params: { id } }) => {
    await step(context, id, async (unit, { name, app_url }) => {
      await roomTransaction(unit.db).deleteFrom('link_app').where('id', '=', id).execute();
      await audit(unit, 'link.removed', id, { name }, { appURL: app_url });
    });
    return { success: 'true' as const };
  });
}

interface Columns {
  name?: string;
  description?: string;
  app_url?: string;
  origin?: string;
  app_type?: 'TOP_NAV_LINK' | 'ICON_BUTTON';
  internal_app?: boolean;
  asks?: string[];
  logo?: Buffer;
  logo_type?: string;
  logo_hash?: string;
  state?: LinkRow['state'];
  reason?: string | null;
  everybody?: boolean;
  facility_ids?: number[];
}

const save = (unit: Work, id: number, change: Columns) =>
  roomTransaction(unit.db)
    .updateTable('link_app')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute();

async function columnsOf(
  facts: {
    name: string;
    description: string;
    appURL: string;
    appType: 'TOP_NAV_LINK' | 'ICON_BUTTON';
    internalApp: boolean;
    asks: string[];
  },
  rules: AddressRules,
) {
  const { href, origin } = await requireAddress(facts.appURL, rules);
  const { name, description, appType, internalApp, asks } = facts;
  return { name, description, app_url: href, origin, app_type: appType, internal_app: internalApp, asks };
}

async function required(db: RoomDb, id: number): Promise<LinkRow> {
  const row = await linkRow(db, id);
  if (!row) throw new CallError('NOT_FOUND');
  return row;
}

/** Whose browsers may show it: those that have it, and those whose administrators may add it. */
async function facilitiesOf(db: RoomDb, { id, state, everybody, facility_ids }: LinkRow): Promise<number[]> {
  const have = await db.selectFrom('link_app_install').select('facility_id').where('link_app_id', '=', id).execute();
  const offered = state === 'PUBLISHED' && everybody ? await db.selectFrom('facility').select('id').execute() : [];
  return [...have.map((row) => row.facility_id), ...facility_ids, ...offered.map((row) => row.id)];
}

/** What the file is says its content, whatever its name. */
async function picture(content: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > mostLogoBytes)
      throw new CallError('TOO_LARGE', say('link.logoTooLarge', { kilobytes: mostLogoBytes / 1000 }));
    chunks.push(chunk);
  }
  const logo = Buffer.concat(chunks);
  const kind = sniff(logo.subarray(0, 1024));
  if (kind?.kind !== 'picture' || kind.extension === 'ico') {
    const sentence = say('link.noPicture');
    throw new CallError('INVALID_INPUT', sentence, { fields: { file: sentence } });
  }
  return {
    logo,
    logo_type: kind.contentType,
    logo_hash: createHash('sha256').update(logo).digest('hex').slice(0, 16),
  };
}

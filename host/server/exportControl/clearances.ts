import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import {
  clearedPersonSchema,
  decideClearance,
  listClearances,
  ownClearance,
  stateUsPerson,
  type Clearance,
} from '@sinter/sdk/contract/host/exportControl';
import type { Parts } from './parts.ts';
import type { RequestContext } from '../http/context.ts';
import { lockPlace } from '@sinter/sdk/server';
import { sessionsChanged } from '../events/outbox.ts';
import { type RoomDb, roomTransaction, type RoomTransaction } from './tables.ts';
import { isIn } from '../clearance/clearance.ts';
import { enterpriseOf, policyOf } from '../clearance/policy.ts';
import { say } from '../say.ts';

const longestYears = 2;

/** As of today. */
const status = sql<Clearance['status']>`case
  when c.revoked then 'REVOKED' when c.expires_on is null then 'STATED'
  when c.expires_on < current_date then 'EXPIRED' else 'VERIFIED' end`;
const day = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;

export function handleClearances({ handle, db, sessions }: Parts): void {
  handle(ownClearance, own);

  handle(stateUsPerson, async (context, { body }) => {
    const { userId } = context.user;
    await context.write(async (unit) => {
      const place = await enterpriseOf(roomTransaction(unit.db), context.user);
      const stated = { basis: body.basis, stated_on: sql<string>`current_date` };
      // A new statement needs a new decision.
      const undecided = { decided_by: null, decided_at: null, expires_on: null, revoked: false, reason: '' };
      await roomTransaction(unit.db)
        .insertInto('export_clearance')
        .values({ user_id: userId, facility_id: place.facilityId, company_id: place.companyId, ...stated })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'facility_id', 'company_id']).doUpdateSet({ ...stated, ...undecided }),
        )
        .execute();
      await unit.audit({
        action: 'export_control.stated',
        objectKind: 'USER',
        objectId: String(userId),
        after: { basis: body.basis },
      });
      await unit.emit(sessionsChanged, { userId }, {});
    });
    sessions.forget(userId);
    return own(context);
  });

  handle(listClearances, async (context, { query: { page, size } }) => {
    const place = await enterpriseOf(db, context.user);
    const [content, { total }] = await Promise.all([
      people(db, place)
        .orderBy(sql`not (c.expires_on is null and not c.revoked)`)
        .orderBy('c.id', 'desc')
        .limit(size)
        .offset(page * size)
        .execute(),
      db
        .selectFrom('export_clearance as c')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where(isOf(place))
        .executeTakeFirstOrThrow(),
    ]);
    return { content: content.map((row) => clearedPersonSchema.parse(row)), totalElements: Number(total) };
  });

  handle(decideClearance, async (context, { params: { userId }, body }) => {
    if (userId === context.user.userId) throw new CallError('FORBIDDEN', say('notAboutYourself'));
    if (body.decision === 'VERIFY') requireAhead(body.expiresOn);
    const decided = await context.write(async (unit) => {
      const transaction = roomTransaction(unit.db);
      const place = await enterpriseOf(transaction, context.user);
      await lockPlace(transaction, place);
      const before = await people(transaction, place).where('c.user_id', '=', userId).executeTakeFirst();
      if (!before) throw new CallError('NOT_FOUND');
      await transaction
        .updateTable('export_clearance')
        .set({
          decided_by: context.user.userId,
          decided_at: new Date(),
          reason: body.reason,
          ...(body.decision === 'VERIFY' ? { expires_on: body.expiresOn, revoked: false } : { revoked: true }),
        })
        .where('id', '=', before.id)
        .execute();
      const after = await people(transaction, place).where('c.user_id', '=', userId).executeTakeFirstOrThrow();
      await unit.audit({
        action: body.decision === 'VERIFY' ? 'export_control.verified' : 'export_control.revoked',
        objectKind: 'USER',
        objectId: String(userId),
        before,
        after,
      });
      await unit.emit(sessionsChanged, { userId }, {});
      return after;
    });
    sessions.forget(userId);
    return clearedPersonSchema.parse(decided);
  });

  async function own(context: RequestContext): Promise<Clearance> {
    const place = await enterpriseOf(db, context.user);
    const [policy, row] = await Promise.all([
      policyOf(db, place),
      people(db, place).where('c.user_id', '=', context.user.userId).executeTakeFirst(),
    ]);
    return {
      status: row?.status ?? 'NONE',
      basis: row?.basis ?? null,
      statedOn: row?.statedOn ?? null,
      expiresOn: row?.expiresOn ?? null,
      enabled: policy.enabled,
      networkAllowed: isIn(policy.networks, context.request.ip),
    };
  }
}

function requireAhead(expiresOn: string): void {
  const days = (Date.parse(expiresOn) - Date.now()) / 86_400_000;
  if (days < 0 || days > longestYears * 366) {
    throw new CallError('INVALID_INPUT', undefined, {
      fields: { expiresOn: say('dayWithinYears', { years: longestYears }) },
    });
  }
}

const isOf = ({ facilityId, companyId }: { facilityId: number | null; companyId: number | null }) =>
  companyId === null ? sql<boolean>`c.facility_id = ${facilityId}` : sql<boolean>`c.company_id = ${companyId}`;

const people = (db: RoomDb | RoomTransaction, place: Parameters<typeof isOf>[0]) =>
  db
    .selectFrom('export_clearance as c')
    .innerJoin('app_user as u', 'u.id', 'c.user_id')
    .leftJoin('app_user as officer', 'officer.id', 'c.decided_by')
    .select([
      'c.id',
      'c.user_id as userId',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'),
      'u.email',
      status.as('status'),
      'c.basis',
      day('c.stated_on').as('statedOn'),
      day('c.expires_on').as('expiresOn'),
      sql<string | null>`trim(officer.first_name || ' ' || officer.last_name)`.as('decidedBy'),
      'c.reason',
    ])
    .where(isOf(place));

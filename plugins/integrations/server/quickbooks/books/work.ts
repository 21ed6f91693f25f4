import { CallError } from '@sinter/sdk/contract';
import { defineJob, runningModules, type JobContext, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { connectionOf, type ConnectionRow } from '../rows.ts';
import { type Books, openBooks, Throttled } from './api.ts';
import { collect } from './collect.ts';
import { beginReading, endReading, readPayments } from './payments.ts';
import { claim, send } from './push.ts';
import { type Company, readCompany } from './refs.ts';

/** Everything between a facility and its company in Quickbooks. It queues itself again as long as they are connected. */
export const booksJob = defineJob({
  name: 'integrations.quickbooks_books',
  payload: z.object({ facilityId: z.number().int(), read: z.boolean().default(false) }),
  lane: 'outside',
  maxAttempts: 5,
});
type Told = z.output<typeof booksJob.payload>;

const hour = 3_600_000;
const readEvery = hour;
/** Where another reads already. */
const readAgainAfter = 3000;
/** Of one run; others wait for the lane too. */
const mostAtOnce = 40;

export const workNow = (unit: Work, facilityId: number): Promise<void> =>
  unit.enqueue(booksJob, { facilityId }, { key: `quickbooks now ${facilityId}`, account: `quickbooks ${facilityId}` });

/** Payments are asked for too, whether it is time or not. */
export const readPaymentsAt = (unit: Work, facilityId: number, runAt: Date): Promise<void> =>
  unit.enqueue(
    booksJob,
    { facilityId, read: true },
    { key: `quickbooks read ${facilityId}`, account: `quickbooks ${facilityId}`, runAt },
  );

/** Of a name of its own: what is wanted now is not put off. */
const workLater = (unit: Work, facilityId: number, runAt: Date): Promise<void> =>
  unit.enqueue(
    booksJob,
    { facilityId },
    { key: `quickbooks later ${facilityId}`, account: `quickbooks ${facilityId}`, runAt },
  );

export async function onBooks(context: JobContext, told: Told): Promise<void> {
  const { facilityId } = told;
  const row = await connectionOf(context.db, facilityId);
  if (row?.status !== 'ACTIVE' || row.push_since === null) return;
  const next = (await context.get(runningModules).flag('ACCOUNTING', facilityId))
    ? await work(context, row, row.push_since, told.read)
    : { at: new Date(Date.now() + hour), unread: false };
  if (!next) return;
  const again = next.unread ? readPaymentsAt : workLater;
  await context.write((unit) => again(unit, facilityId, next.at));
}

/** Without it nothing would ask again. */
export const booksGaveUp = (services: Services, { facilityId }: Told): Promise<void> =>
  services.write((unit) => workLater(unit, facilityId, new Date(Date.now() + hour / 4)));

/** When it goes on. `unread`: payments were asked for, and have not been read. */
interface Next {
  at: Date;
  unread: boolean;
}

/** `null`: when it is connected again. */
async function work(context: JobContext, row: ConnectionRow, since: Date, read: boolean): Promise<Next | null> {
  const facilityId = row.facility_id;
  const isMore = await collect(context, facilityId, since);
  if (row.rests_until !== null && row.rests_until.getTime() > Date.now()) return { at: row.rests_until, unread: read };
  try {
    const wantsReading = read || row.read_at === null || row.read_at.getTime() + readEvery <= Date.now();
    let books: Books | null = null;
    const sentAll = await sendDue(context, facilityId, async () => (books ??= await openBooks(context, facilityId)));
    if (wantsReading) await readNow(context, books ?? (await openBooks(context, facilityId)), facilityId);
    if (isMore || !sentAll) return { at: new Date(), unread: false };
  } catch (error) {
    if (error instanceof Throttled) {
      await rest(context, facilityId, error.until);
      return { at: error.until, unread: read };
    }
    if (error instanceof CallError) return null;
    context.log.warn('Quickbooks was not reached', { facilityId, error: String(error) });
    return { at: new Date(Date.now() + hour / 30), unread: read };
  }
  return { at: await nextOf(context, facilityId), unread: false };
}

/** `false`: there are more. */
async function sendDue(context: JobContext, facilityId: number, open: () => Promise<Books>): Promise<boolean> {
  let company: Promise<Company> | null = null;
  for (let done = 0; done < mostAtOnce; done++) {
    if (context.signal.aborted) return false;
    const { rows } = await due(context, facilityId);
    if (rows.length === 0) return true;
    // Before one is taken: without a connection none is.
    const books = await open();
    const push = await claim(context, facilityId);
    if (!push) return true;
    await send(context, books, () => (company ??= readCompany(books)), push);
  }
  return false;
}

const due = ({ db }: JobContext, facilityId: number) =>
  sql`select from quickbooks_push where facility_id = ${facilityId} and state = 'WAITING' and due_at <= now()
    and (claimed_until is null or claimed_until < now()) limit 1`.execute(db);

async function readNow(context: JobContext, books: Books, facilityId: number): Promise<void> {
  const since = await beginReading(context, facilityId);
  if (since === null) {
    // What has changed since that reading began may be beside it.
    await context.write((unit) => readPaymentsAt(unit, facilityId, new Date(Date.now() + readAgainAfter)));
    return;
  }
  let readTo: Date | null = null;
  try {
    readTo = await readPayments(context, books, facilityId, since);
  } finally {
    await endReading(context, facilityId, readTo);
  }
}

const rest = (context: JobContext, facilityId: number, until: Date) =>
  context.write(({ db }) =>
    sql`update quickbooks_connection set rests_until = ${until} where facility_id = ${facilityId}`.execute(db),
  );

/** When something is due again, a minute from now at the earliest, or payments are asked for. */
async function nextOf({ db }: JobContext, facilityId: number): Promise<Date> {
  const { rows } = await sql<{ next: Date }>`
    select least(
      coalesce(c.read_at + make_interval(secs => ${readEvery / 1000}), now() + interval '5 minutes'),
      (select greatest(min(greatest(p.due_at, coalesce(p.claimed_until, p.due_at))), now() + interval '20 seconds')
        from quickbooks_push p where p.facility_id = c.facility_id and p.state = 'WAITING')) as next
    from quickbooks_connection c where c.facility_id = ${facilityId}
  `.execute(db);
  const soonest = Date.now() + 20_000;
  return new Date(Math.max(rows[0]?.next.getTime() ?? Date.now() + hour, soonest));
}

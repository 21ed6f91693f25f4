import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import type { GateContext, Gates } from '@sinter/sdk/contract/production/askGates';
import type { GateSubject } from '@sinter/sdk/contract/production/gates';
import { qualityGateSchema, type passNcrGate, type QualityGate } from '@sinter/sdk/contract/quality/gates';
import { runningModules, type CallContext, type Services, type Work } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { ncrIsControlled } from './ncr/lines.ts';
import { remember } from './ncr/lock.ts';
import { qualitySettings } from './settings.ts';
import { say } from './texts.ts';

interface Open {
  id: number;
  number: string;
  title: string;
  controlled: boolean;
  passed: boolean;
}
type Subject = Omit<GateSubject, 'gate'> & { gate: QualityGate };

const named = 3;

/** Nobody has decided yet what is done. Before a parcel leaves, it is closed besides. */
const undecided = sql`n.status in ('OPEN', 'IN_REVIEW')`;

/** Which non-conformances concern what passes there. */
const concerned: Record<QualityGate, (subjectId: number) => RawBuilder<unknown>> = {
  JOB_START: (jobId) => sql`${undecided} and (n.job_id = ${jobId}
    or n.equipment_id = (select j.equipment_id from job j where j.id = ${jobId}) and n.job_id is null
    or n.lot_id is null and n.order_file_id in (select b.order_file_id from job_file b where b.job_id = ${jobId}))`,
  STEP_START: ofLot,
  STEP_FINISH: ofLot,
  SHIP: (orderId) => sql`n.status not in ('CLOSED', 'VOID') and n.order_id = ${orderId}`,
};

function ofLot(lotId: number): RawBuilder<unknown> {
  return sql`${undecided} and (n.lot_id = ${lotId}
    or n.lot_id is null and n.order_file_id = (select l.order_file_id from lot l where l.id = ${lotId}))`;
}

async function openAt(
  { db }: Pick<Services, 'db'>,
  facilityId: number,
  { gate, subjectId, position }: Subject,
  userId: number,
): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select n.id, n.number, n.title, ${ncrIsControlled} as controlled, exists (select from ncr_pass p where p.ncr_id = n.id
      and p.gate = ${gate} and p.subject_id = ${subjectId} and p.position = ${position} and p.user_id = ${userId}) as passed
    from ncr n where n.facility_id = ${facilityId} and ${concerned[gate](subjectId)} order by n.id
  `.execute(db);
  return rows;
}

/** Open non-conformances where something passes, as strictly as the facility wants it. */
export const ncrGates: Gates = {
  async require(context, unit, facilityId, { gate: at, ...where }) {
    const { success, data: gate } = qualityGateSchema.safeParse(at);
    if (!success || !(await asks(context, facilityId))) return;
    const rigor = (await qualitySettings(context, unit.db, facilityId)).gates[gate];
    if (rigor === 'OFF') return;
    const { user } = context;
    const subject = { gate, ...where };
    const open = await openAt(unit, facilityId, subject, user.userId);
    if (open.length === 0) return;
    if (rigor === 'BLOCK') throw new CallError('CONFLICT', sentence('gateBlocked', open));
    const asked = open.filter(({ passed }) => !passed);
    if (asked.length === 0) return;
    // A program presses nothing: that it went on is written down.
    if (user.via !== 'session') return pass(unit, facilityId, subject, asked, user.userId);
    const ncrs = asked.map(({ id, number, title, controlled }) => ({
      ...{ id, number },
      title: controlled && !user.cleared ? '' : title,
    }));
    throw new CallError('NCR_OPEN', sentence('gateWarns', asked), { gate: { ...subject, ncrs } });
  },
};

export const asks = async ({ get }: Pick<GateContext, 'get'>, facilityId: number): Promise<boolean> => {
  const modules = get(runningModules);
  return (await modules.runs('quality', facilityId)) && modules.flag('QUALITY_MANAGEMENT', facilityId);
};

function sentence(key: 'gateBlocked' | 'gateWarns', open: readonly Open[]) {
  const numbers = open.slice(0, named).map(({ number }) => number);
  return say(key, { ncrs: open.length > named ? [...numbers, `+${open.length - named}`] : numbers });
}

/** Writes down who went on in spite of them. */
async function pass(
  unit: Work,
  facilityId: number,
  { gate, subjectId, position }: Subject,
  ncrs: readonly Pick<Open, 'id'>[],
  userId: number,
): Promise<void> {
  for (const { id } of ncrs) {
    const { rows } = await sql`
      insert into ncr_pass (ncr_id, gate, subject_id, position, user_id)
      values (${id}, ${gate}, ${subjectId}, ${position}, ${userId}) on conflict do nothing returning ncr_id
    `.execute(unit.db);
    if (rows.length > 0) {
      await remember(
        unit,
        { id, facilityId, controlled: false },
        { what: 'PASS', about: `${gate} ${subjectId}`, by: userId },
      );
    }
  }
}

export async function passGate(
  context: CallContext,
  { body: { ncrIds, ...subject } }: CallArguments<typeof passNcrGate>,
): Promise<CallReply<typeof passNcrGate>> {
  const { facilityId, user } = context;
  return context.write(async (unit) => {
    const open = await openAt(unit, facilityId, subject, user.userId);
    const wanted = open.filter(({ id }) => ncrIds.includes(id));
    if (wanted.length < new Set(ncrIds).size) throw new CallError('NOT_FOUND');
    await pass(unit, facilityId, subject, wanted, user.userId);
    return { passed: wanted.length };
  });
}

import { randomUUID } from 'node:crypto';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { answerGate, GateState, overrideGate, readGate } from '@sinter/sdk/contract/production/checklists';
import type { GateSubject } from '@sinter/sdk/contract/production/gates';
import type { CallContext, Work } from '@sinter/sdk/server';
import { areAttached, checkFiles } from '../checkFiles/files.ts';
import { filesIn, withFiles } from '../checkFiles/inAnswers.ts';
import { fits } from '../answers.ts';
import { actorOf } from '../kiosk/acting.ts';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { askedAt, openOf, type Asked } from './asked.ts';
import { requireSight } from './sight.ts';

export async function read(context: CallContext, { params }: CallArguments<typeof readGate>): Promise<GateState> {
  await requireSight(context, params);
  return shown(context, params);
}

async function shown(context: CallContext, subject: GateSubject): Promise<GateState> {
  const asked = await askedAt(context.db, context.facilityId, subject);
  const files = await checkFiles(context, filesIn(asked.flatMap(({ items }) => items)));
  return {
    ...subject,
    checklists: asked.map(({ id, version, name, items }) => ({ id, version, name, items: withFiles(items, files) })),
    open: asked.flatMap(openOf).length,
    overrides: asked.flatMap(({ overrides }) => overrides.map(({ reason, by, at }) => ({ reason, by, at }))),
    mayOverride: context.user.permissions.includes('MES_SETTINGS_EDITOR'),
  };
}

/** Rows are only added, and only for what is said otherwise than before. */
export async function answer(
  caller: CallContext,
  { params, body }: CallArguments<typeof answerGate>,
): Promise<GateState> {
  await requireSight(caller, params);
  const { context } = await actorOf(caller, { eventId: randomUUID(), kiosk: body.kiosk });
  await context.write(async (unit) => {
    const asked = await askedAt(unit.db, context.facilityId, params);
    for (const list of asked) {
      const given = body.answers.filter(({ checklistId }) => checklistId === list.id);
      const changed = given.filter(({ key, value }) => list.items.find((item) => item.key === key)?.value !== value);
      if (given.some(({ version }) => version !== list.version))
        throw new CallError('CHANGED', say('checklistChanged'));
      requireAnswers(list, given, body.answers);
      await requireFiles(unit, params, list, given);
      if (changed.length === 0) continue;
      const useId = await useOf(context, unit, params, list);
      await productionDb(unit)
        .insertInto('checklist_answer')
        .values(
          changed.map(({ key, value }) => ({
            ...{ use_id: useId, item: key, user_id: context.user.userId },
            value: value === null ? null : JSON.stringify(value),
          })),
        )
        .execute();
    }
    if (body.answers.some(({ checklistId }) => !asked.some(({ id }) => id === checklistId))) {
      throw new CallError('CHANGED', say('checklistChanged'));
    }
  });
  return shown(context, params);
}

type Given = CallArguments<typeof answerGate>['body']['answers'];

function requireAnswers(list: Asked, given: Given, all: Given): void {
  const fields: Record<string, Sentence> = {};
  for (const one of given) {
    const item = list.items.find(({ key }) => key === one.key);
    if (!item || (one.value !== null && !fits(item, one.value))) {
      fields[`answers.${all.indexOf(one)}`] = say('checkWrong');
    }
  }
  if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
}

/** A file that answers was attached here. */
async function requireFiles(unit: Work, { gate, ...at }: GateSubject, list: Asked, given: Given): Promise<void> {
  const ids = given.flatMap(({ key, value }) =>
    typeof value === 'number' && list.items.find((item) => item.key === key)?.kind === 'FILE' ? [value] : [],
  );
  if (await areAttached(unit, { place: gate, ...at }, ids)) return;
  throw new CallError('INVALID_INPUT', say('checkWrong'), { fields: { answers: say('checkWrong') } });
}

/** Pins the version. Throws CHANGED when somebody else has begun with another one. */
async function useOf(context: CallContext, unit: Work, subject: GateSubject, list: Asked): Promise<number> {
  const db = productionDb(unit);
  const place = { facility_id: context.facilityId, gate: subject.gate, subject_id: subject.subjectId };
  const { id, version } = await db
    .insertInto('checklist_use')
    .values({
      ...{ ...place, position: subject.position, checklist_id: list.id },
      ...{ version: list.version, begun_by: context.user.userId },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['facility_id', 'gate', 'subject_id', 'position', 'checklist_id'])
        .doUpdateSet(({ ref }) => ({ version: ref('checklist_use.version') })),
    )
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  if (version !== list.version) throw new CallError('CHANGED', say('checklistChanged'));
  return id;
}

export async function override(
  context: CallContext,
  { params, body }: CallArguments<typeof overrideGate>,
): Promise<GateState> {
  await requireSight(context, params);
  const { facilityId, user } = context;
  await context.write(async (unit) => {
    const asked = await askedAt(unit.db, facilityId, params);
    const open = asked.flatMap((list) => {
      const items = openOf(list);
      return items.length > 0 ? [{ list, items }] : [];
    });
    if (open.length === 0) throw new CallError('CONFLICT', say('nothingToOverride'));
    for (const { list, items } of open) {
      await productionDb(unit)
        .insertInto('checklist_override')
        .values({
          ...{ use_id: await useOf(context, unit, params, list), reason: body.reason, user_id: user.userId },
          items: items.map(({ key }) => key),
        })
        .execute();
      await unit.audit({
        ...{ action: 'checklist.overridden', objectKind: 'CHECKLIST', objectId: String(list.id), facilityId },
        after: { ...params, reason: body.reason, items: items.map(({ label }) => label) },
      });
    }
  });
  return shown(context, params);
}

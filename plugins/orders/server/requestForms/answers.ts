import { CallError, type Sentence } from '@sinter/sdk/contract';
import { answersSchema, type Answers } from '@sinter/sdk/contract/orders/request';
import type { ShownForm } from '@sinter/sdk/contract/orders/requestForms';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ruleOf, wrongInRequest, wrongKind, type Wrong } from '../../shared/formRules.ts';
import { ordersDb } from '../lifecycle.ts';
import type { Asked } from '../request/asked.ts';
import { say } from '../texts.ts';
import { chosenForm, formOf } from './applies.ts';

/** What is asked for, with the form that asks. */
export type Framed = Omit<Asked, 'form' | 'answers'> & { form: ShownForm | null; answers: Answers };

/** The uploads among the answers. */
export const answerFiles = (answers: Answers | undefined): number[] => [
  ...new Set(Object.values(answers ?? {}).flatMap((answer) => (Array.isArray(answer) ? answer : []))),
];

const sentenceOf = (wrong: Wrong): Sentence =>
  'limit' in wrong ? say(wrong.key, { limit: wrong.limit, unit: wrong.unit }) : say(wrong.key);

/**
 * What is asked for as its form allows: what it hides stays empty, what it decides is decided. `orderId`: of the order that
 * changes. Throws INVALID_INPUT for answers that cannot be.
 */
export async function frame(context: CallContext, asked: Asked, orderId: number | null): Promise<Framed> {
  const kept = orderId === null ? null : await keptForm(context, orderId);
  const stays = kept !== null && (asked.form === undefined || sameForm(asked.form, kept.form));
  const form = stays ? kept.form : await chosenForm(context, asked.form);
  const answers = asked.answers ?? known(form, kept?.answers ?? {});
  const fields: Record<string, Sentence> = {};
  for (const [id, answer] of Object.entries(answers)) {
    const field = form?.fields.find((each) => each.id === id);
    const wrong = field ? wrongKind(field, answer) : ({ key: 'formUnknownField' } as const);
    if (wrong) fields[`answers.${id}`] = sentenceOf(wrong);
  }
  await requireOwn(context, answers, fields);
  if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
  return { ...(form ? within(form, asked) : asked), form, answers };
}

const sameForm = (one: Asked['form'], other: ShownForm | null): boolean =>
  one?.id === other?.id && one?.version === other?.version;

/** Of a form that has other questions, what it still asks. */
const known = (form: ShownForm | null, answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([id]) => form?.fields.some((field) => field.id === id)));

async function keptForm(context: Pick<CallContext, 'db' | 'get'>, orderId: number) {
  const row = await context.db
    .selectFrom('rfq_order')
    .select(sql<unknown>`answers`.as('answers'))
    .select(sql<number | null>`form_id`.as('id'))
    .select(sql<number | null>`form_version`.as('version'))
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!row) throw new CallError('NOT_FOUND');
  const { id, version } = row;
  const form = id === null || version === null ? null : await formOf(context, { id, version });
  return { form, answers: answersSchema.parse(row.answers) };
}

/** A company answers with what it has uploaded itself. */
async function requireOwn(context: CallContext, answers: Answers, fields: Record<string, Sentence>): Promise<void> {
  const ids = answerFiles(answers);
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from stored_file where id = any(${ids}::bigint[]) and owner_company_id = ${context.companyId}
  `.execute(context.db);
  const own = new Set(rows.map(({ id }) => id));
  for (const [id, answer] of Object.entries(answers)) {
    if (Array.isArray(answer) && answer.some((file) => !own.has(file))) fields[`answers.${id}`] = say('notYourFile');
  }
}

function within(form: ShownForm, asked: Asked): Asked {
  const hides = (field: Parameters<typeof ruleOf>[1]) => ruleOf(form, field) === 'HIDDEN';
  return {
    ...asked,
    notes: hides('notes') ? '' : asked.notes,
    primaryUseCase: hides('primaryUseCase') ? null : asked.primaryUseCase,
    estimatedDeliveryDate: hides('estimatedDeliveryDate') ? null : asked.estimatedDeliveryDate,
    quoteDueDate: hides('quoteDueDate') || form.quoteWindowDays !== null ? null : asked.quoteDueDate,
    thirdPartyOrderId: hides('thirdPartyOrderId') ? '' : asked.thirdPartyOrderId,
    deliveryAddress: hides('deliveryAddress') ? null : asked.deliveryAddress,
    ndaRequired: form.nda === 'ASK' ? asked.ndaRequired : form.nda === 'ALWAYS',
    sourcing: form.sourcing ?? asked.sourcing,
    rfqFileDTOs: asked.rfqFileDTOs.map((line) => ({
      ...line,
      finishId: hides('finish') ? null : line.finishId,
      color: hides('color') ? '' : line.color,
      tolerance: hides('tolerance') ? 'STANDARD' : line.tolerance,
      inspection: hides('inspection') ? 'STANDARD' : line.inspection,
      notes: hides('lineNotes') ? '' : line.notes,
    })),
  };
}

/** Which form asked, and what was answered, as it is stored. */
export const formColumns = ({ form, answers }: Framed) => ({
  form_id: form?.id ?? null,
  form_version: form?.version ?? null,
  form_name: form?.name ?? '',
  answers: JSON.stringify(answers),
});

/** Files that hang on an order as answers. */
export async function keepAnswerFiles(unit: Work, orderId: number, answers: Answers): Promise<void> {
  const db = ordersDb(unit);
  await db.deleteFrom('order_answer_file').where('order_id', '=', orderId).execute();
  const rows = Object.entries(answers).flatMap(([field_id, answer]) =>
    Array.isArray(answer)
      ? [...new Set(answer)].map((file_id, position) => ({ order_id: orderId, field_id, position, file_id }))
      : [],
  );
  if (rows.length > 0) await db.insertInto('order_answer_file').values(rows).execute();
}

/**
 * What its form still asks of an order that is going to be sent, by field; and for how many days facilities may quote, where the form
 * says so.
 */
export async function stillAsked(context: CallContext, unit: Work, orderId: number) {
  const { form, answers } = await keptForm({ get: context.get.bind(context), db: unit.db }, orderId);
  if (!form) return { fields: {}, quoteWindowDays: null, autoQuote: true, files: [] };
  const db = ordersDb(unit);
  const order = await db.selectFrom('rfq_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const lines = await db
    .selectFrom('rfq_order_file')
    .select(['am_process_id as amProcessId', 'material_id as materialId', 'finish_id as finishId'])
    .select(['color', 'tolerance', 'inspection', 'notes'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  const wrong = wrongInRequest(form, {
    answers,
    exportControlled: order.export_answered ? order.export_controlled : null,
    standard: {
      notes: order.notes !== '',
      primaryUseCase: order.primary_use_case !== null,
      estimatedDeliveryDate: order.estimated_delivery_date !== null,
      quoteDueDate: order.quote_due_at !== null,
      thirdPartyOrderId: order.third_party_order_id !== '',
      deliveryAddress: order.delivery_address !== null,
    },
    lines,
  });
  const fields = Object.fromEntries(Object.entries(wrong).map(([path, each]) => [path, sentenceOf(each)]));
  return { fields, quoteWindowDays: form.quoteWindowDays, autoQuote: form.autoQuote, files: answerFiles(answers) };
}

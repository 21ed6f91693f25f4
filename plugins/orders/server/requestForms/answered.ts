import { CallError } from '@sinter/sdk/contract';
import { answersSchema } from '@sinter/sdk/contract/orders/request';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { readOrderAnswers } from '@sinter/sdk/contract/orders/requestForms';
import { storedFiles, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { partsShown, viewersMatch, visible } from '../visibility.ts';
import { formOf } from './applies.ts';

interface Row {
  id: number | null;
  version: number | null;
  answers: unknown;
  shown: boolean;
}

/** The form of an order and its answers, as the viewer may see them. */
export async function answered(
  context: CallContext,
  { params: { id: orderId } }: CallArguments<typeof readOrderAnswers>,
): Promise<CallResult<typeof readOrderAnswers>> {
  const { user: viewer, db } = context;
  const { rows } = await sql<Row>`
    select o.form_id as id, o.form_version as version, o.answers, ${partsShown} as shown
    from rfq_order o ${viewersMatch(viewer)} where o.id = ${orderId} and ${visible(viewer)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new CallError('NOT_FOUND');
  if (row.id === null || row.version === null || !row.shown) return { form: null, answers: {}, answerFiles: [] };
  const { rows: files } = await sql<{ id: number; fileName: string; size: number; controlled: boolean }>`
    select distinct s.id, s.file_name as "fileName", s.size, s.controlled
    from order_answer_file a join stored_file s on s.id = a.file_id where a.order_id = ${orderId} order by s.id
  `.execute(db);
  const stored = context.get(storedFiles);
  return {
    form: await formOf(context, { id: row.id, version: row.version }),
    answers: answersSchema.parse(row.answers),
    answerFiles: files.map((file) => stored.dto(file)),
  };
}

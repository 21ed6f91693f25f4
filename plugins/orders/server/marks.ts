import type { Work } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';

/** `o` now holds an upload that is marked as export controlled, or none. */
const holdsControlled = sql`exists (
  select from rfq_order_file part join stored_file upload on upload.id = part.original_file_id
  where part.order_id = o.id and upload.controlled)`;

const follow = async (unit: Pick<Work, 'db'>, orderIds: RawBuilder<unknown>): Promise<void> => {
  await sql`
    update rfq_order o set holds_controlled = not holds_controlled
    where o.id in (${orderIds}) and o.holds_controlled <> ${holdsControlled}
  `.execute(unit.db);
};

/** To be called when the parts of a new order are there, and their marks cannot change any more. */
export const followOrder = (unit: Pick<Work, 'db'>, orderId: number): Promise<void> => follow(unit, sql`${orderId}`);

/** The marks of these files have changed. */
export const followFiles = (unit: Pick<Work, 'db'>, fileIds: readonly number[]): Promise<void> =>
  follow(unit, sql`select order_id from rfq_order_file where original_file_id = any(${[...fileIds]}::bigint[])`);

/** Whether one of these files is marked as export controlled. None is marked or released until the transaction ends. */
export async function holdMarks(unit: Work, fileIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ controlled: boolean }>`
    select controlled from stored_file where id = any(${[...fileIds]}::bigint[]) order by id for share
  `.execute(unit.db);
  return rows.some((row) => row.controlled);
}

import type { CallContext } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { sql, type RawBuilder } from 'kysely';

/** Whether job `j` builds parts of an export-controlled order, or built some that it gave to another job. */
export const buildsControlled = sql<boolean>`exists (
  select from job_file built join rfq_order_file f on f.id = built.order_file_id join rfq_order o on o.id = f.order_id
  where built.job_id = j.id and ${orderIsControlled})`;

/**
 * Whether it does, or has an export-controlled file. To who is not cleared it is time in which its machine is busy: what
 * people call it and write about it may tell what is built.
 */
export const jobIsControlled = sql<boolean>`(${buildsControlled} or exists (
  select from job_attachment a join stored_file s on s.id = a.file_id where a.job_id = j.id and s.controlled))`;

/** Whether somebody may know what job `j` is called. */
export const nameable = ({ user }: CallContext): RawBuilder<boolean> =>
  sql`(${user.cleared} or not ${jobIsControlled})`;

/** What job `j` is called for somebody. */
export const nameFor = (context: CallContext): RawBuilder<string> =>
  sql`case when ${nameable(context)} then j.job_name else '#' || j.id end`;

/** A job's name in messages, which people who are not cleared may read too. */
export const labelOf = ({ id, job_name, controlled }: { id: number; job_name: string; controlled: boolean }): string =>
  controlled ? `#${id}` : `"${job_name}"`;

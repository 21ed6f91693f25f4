import { orderStatusSchema, type MatchStatus, type OrderStatus } from '@sinter/sdk/contract/orders/orders';
import type { Portal } from '@sinter/sdk/contract/orders/portal';
import { sql, type RawBuilder } from 'kysely';

type Statuses = Pick<Portal, 'statuses'>;

/** The statuses that are one to the customer, in the order in which an order has them; alone where it is told apart. */
export function mergedWith({ statuses }: Statuses, status: OrderStatus): OrderStatus[] {
  const group = statuses.find((each) => each.statuses.includes(status))?.statuses ?? [status];
  return orderStatusSchema.options.filter((each) => group.includes(each));
}

/** The one of them that stands for all on the wire. */
export const publicStatus = (portal: Statuses, status: OrderStatus): OrderStatus =>
  mergedWith(portal, status)[0] ?? status;

/** The column of a status as the customer knows it, in SQL. */
export const publicColumn = (portal: Statuses, column: RawBuilder<unknown>): RawBuilder<string> => {
  const merged = orderStatusSchema.options.filter((status) => publicStatus(portal, status) !== status);
  if (merged.length === 0) return sql`${column}`;
  return sql`case ${column} ${sql.join(
    merged.map((status) => sql`when ${sql.lit(status)} then ${sql.lit(publicStatus(portal, status))}`),
    sql` `,
  )} else ${column} end`;
};

/** The statuses that are meant by those that the customer names: one that stands for none is that of no order. */
export const meantBy = (portal: Statuses, named: readonly string[]): string[] =>
  named.flatMap((each) => {
    const { data: status } = orderStatusSchema.safeParse(each);
    if (status === undefined) return [each];
    return publicStatus(portal, status) === status ? mergedWith(portal, status) : [];
  });

/** What an order is in while the match that it follows is in that. */
const following: Partial<Record<MatchStatus, OrderStatus>> = {
  BID_APPROVED: 'BID_ACCEPTED',
  SP_BID_ACCEPTED: 'AGREEMENT_DONE',
  IN_PROGRESS: 'IN_MANUFACTURING',
};

/** Does this step happen within what is one to the customer? `from` and `to` are of an order or of the match that it follows. */
export function isHidden(portal: Statuses, from: string, to: string): boolean {
  if (from === to) return false;
  const [before, after] = [from, to].map((status) => {
    const followed = Object.entries(following).find(([match]) => match === status)?.[1] ?? status;
    return orderStatusSchema.safeParse(followed).data;
  });
  return before !== undefined && after !== undefined && publicStatus(portal, before) === publicStatus(portal, after);
}

const printed: readonly OrderStatus[] = [
  'IN_POSTPROCESSING',
  'IN_QUALITYCONTROL',
  'SHIPPED',
  'INTERNAL_SHIPPED',
  'DELIVERED',
  'INTERNAL_DELIVERED',
  'COMPLETED',
  'INTERNAL_COMPLETED',
];
const arrived: readonly OrderStatus[] = ['DELIVERED', 'INTERNAL_DELIVERED', 'COMPLETED', 'INTERNAL_COMPLETED'];
const promised: readonly OrderStatus[] = ['AGREEMENT_DONE', 'IN_MANUFACTURING', ...printed];

/** What of an order would tell apart statuses that are one to the customer. */
export function betrayed(portal: Statuses, status: OrderStatus): { made: boolean; arrival: boolean; promise: boolean } {
  const group = mergedWith(portal, status);
  const tells = (has: readonly OrderStatus[]) => {
    const those = group.filter((each) => has.includes(each)).length;
    return those > 0 && those < group.length;
  };
  return { made: tells(printed) || tells(['IN_MANUFACTURING']), arrival: tells(arrived), promise: tells(promised) };
}

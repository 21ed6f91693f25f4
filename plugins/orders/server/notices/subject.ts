import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { NoticeSubject, SeenSubject } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { say } from '../texts.ts';
import { viewersMatch, visible } from '../visibility.ts';

/** Orders, as notices are about them. */
export const anOrder: NoticeSubject = {
  async seen(db, viewer, ids) {
    const { rows } = await sql<{ id: number; title: string; controlled: boolean }>`
      select o.id, o.display_title as title, ${orderIsControlled} as controlled
      from rfq_order o ${viewersMatch(viewer)} where o.id = any(${[...ids]}::bigint[]) and ${visible(viewer)}
    `.execute(db);
    return new Map(
      rows.map(({ id, title, controlled }): [number, SeenSubject] => [
        id,
        { name: `#${id} ${title}`.trim(), link: `/order-details/${id}`, controlled },
      ]),
    );
  },
  withheld: say('toldWithheld'),
};

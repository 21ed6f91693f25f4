import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { NoticeSubject, SeenSubject } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { like } from '../filters.ts';
import { say } from '../texts.ts';
import { partsShown, viewersMatch, visible } from '../visibility.ts';

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
  own: {
    tokens: [
      { id: 'orderNumber', title: say('tokenNumber') },
      { id: 'orderTitle', title: say('tokenTitle') },
      { id: 'customer', title: say('tokenCustomer') },
      { id: 'neededBy', title: say('tokenNeededBy') },
      { id: 'files', title: say('tokenFiles') },
    ],
    async values(db, viewer, ids, language) {
      const { rows } = await sql<Words>`
        select o.id, ${orderIsControlled} as controlled, o.display_title as title, c.name as customer,
          to_char(o.estimated_delivery_date, 'YYYY-MM-DD') as "neededBy",
          case when ${partsShown} then array(
            select s.file_name from rfq_order_file f join stored_file s on s.id = f.original_file_id
            where f.order_id = o.id order by f.id limit ${mostFiles}) end as files
        from rfq_order o join company c on c.id = o.company_id ${viewersMatch(viewer)}
        where o.id = any(${[...ids]}::bigint[]) and ${visible(viewer)}
      `.execute(db);
      const day = new Intl.DateTimeFormat(language.replace('_', '-'), { dateStyle: 'long', timeZone: 'UTC' });
      return new Map(
        rows.map(({ id, controlled, title, customer, neededBy, files }) => [
          id,
          {
            orderNumber: `#${id}`,
            orderTitle: controlled ? unsaid : title,
            customer: controlled ? unsaid : customer,
            neededBy: neededBy === null ? unsaid : day.format(new Date(neededBy)),
            files: controlled || !files || files.length === 0 ? unsaid : files.join(', '),
          },
        ]),
      );
    },
    async examples(db, viewer, search, most) {
      const { rows } = await sql<{ id: number }>`
        select o.id from rfq_order o ${viewersMatch(viewer)}
        where ${visible(viewer)} and ${
          search === ''
            ? sql`true`
            : sql`(o.id::text = ${search.replace(/^#/, '')}
          or o.display_title ilike ${like(search)} and not ${orderIsControlled})`
        }
        order by o.id desc limit ${most}
      `.execute(db);
      return rows.map(({ id }) => id);
    },
  },
};

const mostFiles = 5;
/** Where there is nothing to say, or it is not said in an email. */
const unsaid = '–';
interface Words {
  id: number;
  controlled: boolean;
  title: string;
  customer: string;
  neededBy: string | null;
  files: string[] | null;
}

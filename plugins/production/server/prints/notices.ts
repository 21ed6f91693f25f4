import { defineNotice, type NoticeSubject, type SeenSubject } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { say } from '../texts.ts';

/** Travellers of many orders, as their notice is about them. */
const aPrint: NoticeSubject = {
  async seen(db, viewer, ids) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, file_name as name from traveller_print
      where id = any(${[...ids]}::bigint[]) and user_id = ${viewer.userId} and facility_id = ${viewer.facilityId}
    `.execute(db);
    return new Map(
      rows.map(({ id, name }): [number, SeenSubject] => [
        id,
        { name, link: '/service-provider?travelers=last', controlled: false },
      ]),
    );
  },
  withheld: say('toldPrintWithheld'),
};

export const kinds = {
  printReady: defineNotice({
    ...{ id: 'production.travellersReady', subject: aPrint, mail: false, roles: ['ROLE_SERVICE_PROVIDER'] },
    category: { id: 'production', title: say('toldProduction') },
    title: say('tellPrintReady'),
    params: z.object({ pages: z.number().int() }),
    says: ({ pages }) => say('toldPrintReady', { count: pages }),
  }),
};

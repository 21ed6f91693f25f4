import { Readable } from 'node:stream';
import { contractOf } from '@sinter/sdk/contract/contract';
import * as contract from '@sinter/sdk/contract/production/travellers';
import {
  areaTexts,
  defineServer,
  documentLanguage,
  documents,
  type CallContext,
  type FileReply,
} from '@sinter/sdk/server';
import { sql } from 'kysely';
import { type Lot, lotsOf } from './lots.ts';
import { travellerOf } from './sheets.ts';
import { say } from './texts.ts';

interface Printed {
  type: 'traveller' | 'order-traveller' | 'lot-traveller';
  grouped: boolean;
  id: number;
}

/** What a traveller says is kept with its version: whoever holds a sheet of paper can see whether it is the last. */
async function print(context: CallContext, { type, grouped, id }: Printed, lots: readonly Lot[]): Promise<FileReply> {
  const papers = context.get(documents);
  const name = grouped ? `${type}-grouped` : type;
  const subject = { type: name, of: `facility ${context.facilityId}`, id };
  const { version } = await context.write((unit) =>
    papers.issue(unit, subject, context.facilityId, (words) => travellerOf(name, lots, grouped, words)),
  );
  const reader = await sql<{
    language: string;
  }>`select language from app_user where id = ${context.user.userId}`.execute(context.db);
  const { bytes } = await papers.renderIssued(subject, version, documentLanguage(reader.rows[0]?.language));
  return { stream: Readable.from([bytes]), contentType: 'application/pdf', size: bytes.length, cache: 'private' };
}

/** The lot, and those of the same part that go through the same steps. */
async function withItsKin(context: CallContext, lotId: number): Promise<Lot[]> {
  const [lot] = await lotsOf(context, sql`lot.id = ${lotId}`);
  const kin = await lotsOf(context, sql`f.id = ${lot?.orderFileId ?? null} and lot.id is not null`);
  return kin.filter(({ machine }) => machine === lot?.machine);
}

const ofOrder = (context: CallContext, id: number): Promise<Lot[]> => lotsOf(context, sql`o.id = ${id}`);

export default defineServer({
  id: 'production',
  contract: contractOf(contract),
  after: ['orders', 'scheduling'],
  migrations: {},
  setup(server) {
    server.contribute(areaTexts, say);
    server.handle(contract.traveller, async (context, { query: { orderFileId: id } }) =>
      print(context, { type: 'traveller', grouped: false, id }, await lotsOf(context, sql`f.id = ${id}`)),
    );
    server.handle(contract.orderTraveller, async (context, { query: { orderId: id } }) =>
      print(context, { type: 'order-traveller', grouped: false, id }, await ofOrder(context, id)),
    );
    server.handle(contract.orderTravellerGrouped, async (context, { query: { orderId: id } }) =>
      print(context, { type: 'order-traveller', grouped: true, id }, await ofOrder(context, id)),
    );
    server.handle(contract.lotTraveller, async (context, { query: { lotId: id } }) =>
      print(context, { type: 'lot-traveller', grouped: false, id }, await lotsOf(context, sql`lot.id = ${id}`)),
    );
    server.handle(contract.lotTravellerGrouped, async (context, { query: { lotId: id } }) =>
      print(context, { type: 'lot-traveller', grouped: true, id }, await withItsKin(context, id)),
    );
  },
});

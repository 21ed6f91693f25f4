import { Readable } from 'node:stream';
import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { lotNumberFault, lotNumberOf, type MesSettings } from '@sinter/sdk/contract/production/mes';
import type { lotLabel, testPrint } from '@sinter/sdk/contract/production/travellers';
import {
  documents,
  type CallContext,
  type DocumentModel,
  type DocumentWords,
  type FileReply,
} from '@sinter/sdk/server';
import { sql } from 'kysely';
import { floorSettings } from './floor/settings.ts';
import { languageOf } from './language.ts';
import { foundLots, lotsOf, type Lot } from './lots.ts';
import { noPictures, picturesOf } from './pictures.ts';
import { labelOf, travellerOf } from './sheets.ts';
import { say } from './texts.ts';

export async function printLabel(
  context: CallContext,
  { query: { lotId } }: CallArguments<typeof lotLabel>,
): Promise<FileReply> {
  const [lot] = await lotsOf(context, sql`lot.id = ${lotId}`);
  if (!lot) throw new CallError('NOT_FOUND');
  const { prints } = await floorSettings(context, context.db, context.facilityId);
  return drawn(context, (words) => labelOf(lot, prints, words));
}

/** What settings that are edited would print. Nothing of it is kept. */
export async function printTest(context: CallContext, { query }: CallArguments<typeof testPrint>): Promise<FileReply> {
  const { of, width, height, lotNumber, ...shown } = query;
  const is = (text: 'true' | 'false') => text === 'true';
  const prints: MesSettings['prints'] = {
    code: shown.code,
    paper: shown.paper,
    picture: is(shown.picture),
    checks: is(shown.checks),
    notes: is(shown.notes),
    signatures: is(shown.signatures),
    label: { width, height },
  };
  if (lotNumberFault(lotNumber) !== null) throw new CallError('INVALID_INPUT');
  const newest = await newestLot(context);
  const pictures = newest && prints.picture ? await picturesOf(context, context.db, [newest]) : noPictures;
  return drawn(context, (words) => {
    const lot = newest ?? sampleLot(words);
    const numbered = {
      ...lot,
      number: lot.number ?? (lotNumber === '' ? null : lotNumberOf(lotNumber, new Date(), lot.timeZone, 1)),
    };
    const model =
      of === 'LABEL'
        ? labelOf(numbered, prints, words)
        : travellerOf('test-traveller', [numbered], { grouped: false, layout: { prints, pictures }, words });
    return { ...model, sheets: model.sheets.map((sheet) => ({ ...sheet, mark: words.say(say('testPrint')) })) };
  });
}

async function drawn(context: CallContext, model: (words: DocumentWords) => DocumentModel): Promise<FileReply> {
  const language = await languageOf(context);
  const service = context.get(documents);
  const made = model(await service.words(language));
  const { bytes } = await service.render(made, { language, facilityId: context.facilityId });
  return {
    stream: Readable.from([bytes]),
    contentType: 'application/pdf',
    size: bytes.length,
    cache: 'no-store',
  };
}

async function newestLot({ db, facilityId }: CallContext): Promise<Lot | null> {
  const { rows } = await sql<{ id: number }>`
    select l.id from lot l join rfq_order o on o.id = l.order_id
    where l.facility_id = ${facilityId} and l.state in ('OPEN', 'DONE') and not ${orderIsControlled}
    order by l.id desc limit 1
  `.execute(db);
  const [row] = rows;
  if (!row) return null;
  const [lot] = await foundLots(db, { facilityId, controlled: false }, sql`lot.id = ${row.id}`);
  return lot ?? null;
}

const sampleLot = (words: DocumentWords): Lot => ({
  lotId: 1,
  number: null,
  orderFileId: 1,
  orderId: 1,
  orderTitle: words.say(say('sampleOrder')),
  orderedOn: new Date(),
  neededBy: new Date(),
  customer: words.say(say('sampleCustomer')),
  part: 'bracket.stl',
  quantity: 12,
  ordered: 12,
  process: 'MJF',
  material: 'PA 12',
  finish: null,
  color: '',
  tolerance: 'STANDARD',
  inspection: 'STANDARD',
  notes: words.say(say('sampleNotes')),
  jobId: null,
  jobName: null,
  machine: null,
  startsAt: null,
  timeZone: 'UTC',
  steps: null,
});

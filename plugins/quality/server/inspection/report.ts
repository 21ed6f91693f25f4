import { Readable } from 'node:stream';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { Inspection, inspectionReport } from '@sinter/sdk/contract/quality/inspections';
import {
  documentLanguage,
  documents,
  type CallContext,
  type DocumentModel,
  type DocumentWords,
  type FileReply,
} from '@sinter/sdk/server';
import { sql } from 'kysely';
import { say } from '../texts.ts';
import { lotName } from '../lotName.ts';
import { readOne } from './read.ts';

interface Made {
  partNumber: string;
  sha256: string;
  process: string;
  material: string;
  customer: string;
  lot: string;
  facility: string;
  timeZone: string;
  language: string;
  at: string;
}

/** As AS9102 asks for it: for which part, of what, each characteristic with its results, and who answers for it. */
export async function report(
  context: CallContext,
  { params, query }: CallArguments<typeof inspectionReport>,
): Promise<FileReply> {
  const { db, facilityId, user } = context;
  const inspection = await readOne(context, params.id);
  const { rows } = await sql<Omit<Made, 'at'>>`
    select up.file_name as "partNumber", up.sha256, p.name as process, m.name as material, customer.name as customer, ${lotName} as lot,
      fac.company_name as facility, fac.time_zone as "timeZone",
      (select u.language from app_user u where u.id = ${user.userId}) as language
    from lot_inspection i join lot l on l.id = i.lot_id join rfq_order_file f on f.id = l.order_file_id
      join rfq_order o on o.id = l.order_id join company customer on customer.id = o.company_id
      join stored_file up on up.id = f.original_file_id join am_process p on p.id = f.am_process_id
      join material m on m.id = f.material_id join facility fac on fac.id = i.facility_id
    where i.id = ${params.id}
  `.execute(db);
  const made = rows[0];
  if (!made) throw new Error('The inspection has no part.');
  const service = context.get(documents);
  const language = documentLanguage(query.language ?? made.language);
  const at = inspection.finishedAt ?? inspection.createdAt;
  const model = paper(inspection, { ...made, at }, await service.words(language));
  const { bytes } = await service.render(model, { language, facilityId });
  return {
    stream: Readable.from([Buffer.from(bytes)]),
    contentType: 'application/pdf',
    size: bytes.length,
    ...(query.download === 'true' && { downloadName: `${inspection.number}.pdf` }),
    cache: 'no-store',
  };
}

/** Pieces whose values are printed; the rest is counted. */
const values = 12;
type Word = Extract<
  Parameters<typeof say>[0],
  `report${string}` | `inspection.${string}` | `severity.${string}` | 'lot' | 'quantity' | 'process' | 'material'
>;

function paper(inspection: Inspection, made: Made, words: DocumentWords): DocumentModel {
  const word = (key: Word) => words.say(say(key));
  const { readings, characteristics, samples, state } = inspection;
  const shown = (value: number | boolean): string =>
    typeof value === 'boolean' ? word(value ? 'reportConforms' : 'reportFails') : words.number(value, 6);
  const fact = (label: Word, value: string) => ({ label: word(label), value });
  const results = characteristics.map((each) => {
    const own = readings.filter(({ key }) => key === each.key);
    const wrong = own.filter((reading) => !reading.conforms).length;
    const limits = [each.lowest, each.highest].map((limit) => (limit === null ? '–' : words.number(limit, 6)));
    const list = own.slice(0, values).map(({ sample, value }) => `${sample}: ${shown(value)}`);
    return {
      cells: [
        each.number,
        each.isKey ? `${each.name} *` : each.name,
        each.kind === 'ATTRIBUTE' ? '–' : `${limits.join(' … ')} ${each.unit}`,
        each.method,
        [...list, ...(own.length > values ? [`+${own.length - values}`] : [])].join(' · '),
        own.length === 0 ? '–' : word(wrong === 0 ? 'reportConforms' : 'reportFails'),
      ],
    };
  });
  return {
    ...{ type: 'inspection-report', at: made.at, paper: 'A4' },
    sheets: [
      {
        title: word(inspection.firstArticle ? 'reportFirstArticle' : 'reportInspection'),
        number: inspection.number,
        ...(state === 'OPEN' || state === 'MEASURING' ? { mark: word('reportDraft') } : {}),
        blocks: [
          {
            kind: 'facts',
            title: word('reportPart'),
            facts: [
              fact('reportPartName', made.partNumber),
              fact('reportRevision', made.sha256.slice(0, 16)),
              fact('reportCustomer', made.customer),
              fact('reportOrder', inspection.order.name),
              fact('lot', made.lot),
              fact('quantity', words.number(inspection.lotSize, 0)),
              fact('process', made.process),
              fact('material', made.material),
              fact('reportPlan', `${inspection.plan.name} v${inspection.version}`),
              fact('reportSamples', words.number(samples, 0)),
              fact('reportAccept', `${inspection.accept} / ${inspection.reject}`),
              ...(inspection.letter === ''
                ? []
                : [
                    fact(
                      'reportSampling',
                      [
                        `ISO 2859-1 ${inspection.level}`,
                        `AQL ${inspection.aql}`,
                        inspection.letter,
                        word(`severity.${inspection.switching?.severity ?? 'NORMAL'}`),
                      ].join(', '),
                    ),
                  ]),
            ],
          },
          {
            kind: 'table',
            title: word('reportResults'),
            columns: [
              { head: word('reportNumber'), share: 0.5 },
              { head: word('reportCharacteristic'), share: 1.6 },
              { head: word('reportLimits'), share: 1.3 },
              { head: word('reportMethod'), share: 1.1 },
              { head: word('reportValues'), share: 2.4 },
              { head: word('reportResult'), share: 0.9 },
            ],
            rows: results,
          },
          {
            kind: 'facts',
            title: word('reportAnswers'),
            facts: [
              fact('reportResult', word(`inspection.${state}`)),
              fact('reportNonconforming', words.number(inspection.nonconforming, 0)),
              fact('reportMeasuredBy', [...new Set(readings.map(({ by }) => by))].join(', ') || '–'),
              fact('reportFinishedBy', inspection.finishedBy || '–'),
              fact('reportOn', words.date(made.at, made.timeZone)),
              fact('reportNcr', inspection.ncr?.number ?? '–'),
            ],
          },
          ...(inspection.note === '' ? [] : [{ kind: 'notes' as const, paragraphs: [inspection.note] }]),
          { kind: 'signatures', lines: [word('reportPrepared'), word('reportApproved')] },
        ],
      },
    ],
  };
}

import type { Sentence } from '@sinter/sdk/contract';
import type { Passport } from '@sinter/sdk/contract/quality/passport';
import type { DocumentBlock, DocumentModel, DocumentWords } from '@sinter/sdk/server';
import { machineKind } from '../../shared/passport/machineKind.ts';
import { say } from '../texts.ts';

type Content = Partial<Passport>;
type Fact = Extract<DocumentBlock, { kind: 'facts' }>['facts'][number];

/** What a paper rests on. */
export interface Issued {
  lotId: number;
  version: number;
  issuedAt: string;
  enterprise: string;
  seal: string;
  keyId: string;
  timeZone: string;
}

export interface PaperOf extends Issued {
  content: Content;
  /** Sections that this copy leaves out. */
  left: boolean;
}

/** The passport on paper: what the signed file says, in short. */
export function summary(of: PaperOf, words: DocumentWords): DocumentModel {
  const { content } = of;
  return paper('passport', 'passport', of, words, [
    ...whole(of, words),
    ...builds(content, of, words),
    ...steps(content, of, words),
    ...measurements(content, words),
    ...lineage(content, of, words),
    ...nonConformances(content, words),
    ...shipments(content, of, words),
    ...notes(of, words),
  ]);
}

/** Of what material the pieces are, as far as it was recorded. */
export function material(of: PaperOf, words: DocumentWords): DocumentModel {
  const made = of.content.material;
  const kept = made?.batches ?? [];
  return paper('material-certificate', 'materialCertificate', of, words, [
    ...whole(of, words),
    {
      kind: 'facts',
      title: words.say(say('paperMaterial')),
      facts: facts(words, [
        ['process', made?.process],
        ['material', made?.name],
        ['materialKind', made?.kind],
        ['maker', made && (made.manufacturer ?? words.say(say('notRecorded')))],
        ['density', made && `${words.number(made.densityMgPerMm3, 3)} g/cm³`],
        ['color', made?.color],
        ['batches', made && (kept.length > 0 ? kept.join(', ') : words.say(say('notRecorded')))],
      ]),
    },
    {
      kind: 'notes',
      paragraphs: [
        words.say(say(made === undefined ? 'materialLeftOut' : kept.length > 0 ? 'materialBatches' : 'materialNone')),
      ],
    },
    ...notes(of, words),
    { kind: 'signatures', lines: [words.say(say('signature'))] },
  ]);
}

function paper(
  type: string,
  title: 'passport' | 'materialCertificate',
  { lotId, issuedAt, version }: Issued,
  words: DocumentWords,
  blocks: DocumentBlock[],
): DocumentModel {
  return {
    ...{ type, at: issuedAt, version, paper: 'A4' },
    sheets: [
      {
        title: words.say(say(title)),
        number: words.say(say('lotNumber', { lot: String(lotId) })),
        code: { kind: 'LOT', id: lotId },
        blocks,
      },
    ],
  };
}

type FactKey =
  | 'process'
  | 'material'
  | 'materialKind'
  | 'maker'
  | 'density'
  | 'color'
  | 'batches'
  | 'order'
  | 'customer'
  | 'part'
  | 'partNumber'
  | 'fileHash'
  | 'quantity'
  | 'madeBy';

const facts = (words: DocumentWords, all: readonly (readonly [FactKey, string | null | undefined])[]): Fact[] =>
  all.flatMap(([key, value]) => (value ? [{ label: words.say(say(key)), value }] : []));

function whole({ content: { lot, order, part, material: made } }: PaperOf, words: DocumentWords): DocumentBlock[] {
  return [
    {
      kind: 'facts',
      facts: facts(words, [
        ['order', order && `#${order.id} · ${order.title}`],
        ['customer', order?.customer],
        ['part', part?.name],
        ['partNumber', part?.number],
        ['fileHash', part && `SHA-256 ${part.sha256}`],
        ['quantity', lot && words.number(lot.quantity, 0)],
        ['madeBy', lot?.facility],
        ['process', made?.process],
        ['material', made?.name],
        ['batches', made && (made.batches.join(', ') || words.say(say('notRecorded')))],
      ]),
    },
  ];
}

const table = (
  words: DocumentWords,
  title: Sentence,
  heads: readonly (readonly [head: Sentence, share?: number, number?: boolean])[],
  rows: readonly (readonly string[])[],
): DocumentBlock[] =>
  rows.length === 0
    ? []
    : [
        {
          kind: 'table',
          title: words.say(title),
          columns: heads.map(([head, share = 1, number]) => ({
            head: words.say(head),
            share,
            ...(number && { number }),
          })),
          rows: rows.map((cells) => ({ cells: [...cells] })),
        },
      ];

const builds = ({ builds: all = [] }: Content, { timeZone }: Issued, words: DocumentWords): DocumentBlock[] =>
  table(
    words,
    say('builds'),
    [[say('build'), 1.4], [say('machine'), 1.8], [say('calibration')], [say('plate'), 1.2], [say('when'), 1.2]],
    all.map(({ name, machine, plate, from }) => [
      name,
      `${machine.name} · ${machineKind(machine)}`,
      machine.calibration ?? words.say(say('notRecorded')),
      plate
        ? words.say(say('plateOf', { plate: plate.name, revision: plate.revision, copies: plate.copies.length }))
        : words.say(say('notRecorded')),
      words.date(from, timeZone),
    ]),
  );

const stepNames = { PRINT: 'stepBuild', POST: 'stepFinish', INSPECTION: 'stepInspect' } as const;
const isKind = (kind: string): kind is keyof typeof stepNames => kind in stepNames;
export const stepName = (words: DocumentWords, { name, kind }: { name: string; kind: string }): string =>
  name || (isKind(kind) ? words.say(say(stepNames[kind])) : kind);

function steps({ steps: all, people }: Content, { timeZone }: Issued, words: DocumentWords): DocumentBlock[] {
  const who = (sign: string | null): string => (sign === null ? '' : (people?.[sign] ?? sign));
  const of = (all ?? []).flatMap(({ lotId, steps: each }) => each.map((step) => ({ lotId, ...step })));
  const rows = of.map((step) => ({
    cells: [
      String(step.lotId),
      stepName(words, step),
      words.number(step.good, 0),
      words.number(step.scrap, 0),
      step.finishedAt === null ? '' : words.date(step.finishedAt, timeZone),
      who(step.startedBy),
    ],
    more: step.checks
      .map(({ label, value, unit, passed }) => {
        const said = typeof value === 'boolean' ? words.say(say(value ? 'yes' : 'no')) : valueOf(words, value);
        const judged = passed === null ? '' : ` (${words.say(say(passed ? 'passed' : 'failed'))})`;
        return `${label}: ${[said, unit].filter(Boolean).join(' ')}${judged}`;
      })
      .join(' · '),
  }));
  if (rows.length === 0) return [];
  const heads = [
    ['lot', 0.6],
    ['step', 2],
    ['good', 0.7],
    ['scrap', 0.8],
    ['finished', 1.2],
    ['by', 1.6],
  ] as const;
  return [
    {
      kind: 'table',
      title: words.say(say('steps')),
      columns: heads.map(([head, share]) => ({
        head: words.say(say(head)),
        share,
        ...((head === 'good' || head === 'scrap') && { number: true }),
      })),
      rows: rows.map(({ cells, more }) => ({ cells, ...(more !== '' && { more }) })),
    },
  ];
}

const valueOf = (words: DocumentWords, value: string | number): string =>
  typeof value === 'number' ? words.number(value, 6) : value;

const measurements = ({ inspections = [] }: Content, words: DocumentWords): DocumentBlock[] =>
  table(
    words,
    say('reportResults'),
    [
      [say('reportInspection'), 1.2],
      [say('reportCharacteristic'), 1.8],
      [say('reportLimits'), 1.4],
      [say('reportSamples'), 0.9, true],
      [say('reportRange'), 1.5],
      [say('reportResult'), 1.2],
    ],
    inspections.flatMap(({ number, characteristics }) =>
      characteristics.map(({ name, kind, lowest, highest, unit, measured, outside, least, greatest, ...each }) => {
        const range = (ends: (number | null)[]) =>
          ends.map((end) => (end === null ? '–' : words.number(end, 6))).join(' … ');
        return [
          number,
          [each.number, name].filter(Boolean).join(' '),
          kind === 'ATTRIBUTE' ? '–' : `${range([lowest, highest])} ${unit}`,
          words.number(measured, 0),
          least === null ? '–' : `${range([least, greatest])} ${unit}`,
          measured === 0 ? '–' : words.say(say(outside === 0 ? 'reportConforms' : 'reportFails')),
        ];
      }),
    ),
  );

function lineage({ lineage: kin }: Content, { timeZone }: Issued, words: DocumentWords): DocumentBlock[] {
  const rows = [
    ...(kin?.kin ?? []).map(({ lotId, parentId, how, quantity }) =>
      words.say(say(`kin_${how}`, { lot: String(lotId), parent: String(parentId), count: quantity })),
    ),
    ...(kin?.remakes ?? []).map(({ scrappedIn, scrappedAt, reason, quantity, madeIn }) =>
      words.say(
        say('remade', {
          ...{ lot: String(madeIn), parent: String(scrappedIn), count: quantity, reason },
          date: words.date(scrappedAt, timeZone),
        }),
      ),
    ),
  ];
  return rows.length === 0 ? [] : [{ kind: 'notes', title: words.say(say('lineage')), paragraphs: rows }];
}

const dispositions = {
  USE_AS_IS: 'disposition_USE_AS_IS',
  REWORK: 'disposition_REWORK',
  REPAIR: 'disposition_REPAIR',
  REMAKE: 'disposition_REMAKE',
  SCRAP: 'disposition_SCRAP',
  RETURN_TO_SUPPLIER: 'disposition_RETURN_TO_SUPPLIER',
  RETURN_FROM_CUSTOMER: 'disposition_RETURN_FROM_CUSTOMER',
} as const;
const isDisposition = (text: string | null): text is keyof typeof dispositions => text !== null && text in dispositions;

function nonConformances(
  { nonConformances: shown = [], internal = [] }: Content,
  words: DocumentWords,
): DocumentBlock[] {
  return table(
    words,
    say('nonConformances'),
    [
      [say('number'), 1.2],
      [say('about'), 2.4],
      [say('quantity'), 0.8, true],
      [say('disposition'), 2.4],
    ],
    [...shown, ...internal].map((each) => [
      each.number,
      each.title,
      words.number(each.affected, 0),
      each.dispositions
        .map(({ quantity, disposition, conceded }) => {
          const said = words.say(say(isDisposition(disposition) ? dispositions[disposition] : 'undecided'));
          const answered = conceded === null ? '' : ` (${words.say(say(conceded ? 'conceded' : 'refused'))})`;
          return `${words.number(quantity, 0)} × ${said}${answered}`;
        })
        .join(', '),
    ]),
  );
}

const shipments = ({ shipments: all = [] }: Content, { timeZone }: Issued, words: DocumentWords): DocumentBlock[] =>
  table(
    words,
    say('shipments'),
    [[say('number')], [say('quantity'), 0.8, true], [say('carrier'), 1.6], [say('shipped'), 1.2]],
    all.map(({ id, quantity, carrier, tracking, shippedAt }) => [
      `#${id}`,
      words.number(quantity, 0),
      [carrier, tracking].filter(Boolean).join(' '),
      words.date(shippedAt, timeZone),
    ]),
  );

/** What it rests on, and how that is verified. */
function notes({ version, enterprise, seal, keyId, left }: PaperOf, words: DocumentWords): DocumentBlock[] {
  return [
    {
      kind: 'notes',
      title: words.say(say('restsOn')),
      paragraphs: [
        words.say(say('restsOnText', { version: String(version), enterprise })),
        words.say(say('sealIs', { seal })),
        words.say(say('keyIs', { key: keyId })),
        ...(left ? [words.say(say('leftOut'))] : []),
      ],
    },
  ];
}

import { lotPagePath, printedCode } from '@sinter/sdk/contract/codes';
import type { MesSettings, StepCheck, StepKind } from '@sinter/sdk/contract/production/mes';
import type { DocumentBlock, DocumentModel, DocumentSheet, DocumentWords } from '@sinter/sdk/server';
import type { Lot } from './lots.ts';
import type { Pictures } from './pictures.ts';
import { say } from './texts.ts';

/** How a facility prints, and the pictures of its parts. */
export interface Layout {
  prints: MesSettings['prints'];
  pictures: Pictures;
}

interface Printing {
  grouped: boolean;
  layout: Layout;
  words: DocumentWords;
}

/** A page for each lot or, grouped, one for all lots whose steps are equal. */
export function travellerOf(type: string, lots: readonly Lot[], { grouped, layout, words }: Printing): DocumentModel {
  const kinds = [...new Set(lots.map(stepsKey))];
  const groups = grouped ? kinds.map((kind) => lots.filter((lot) => stepsKey(lot) === kind)) : lots.map((lot) => [lot]);
  const [first] = lots;
  return {
    type,
    at: first?.orderedOn.toISOString() ?? '',
    paper: layout.prints.paper,
    sheets: groups.flatMap((group) => sheetOf(group, layout, words) ?? []),
  };
}

/** Lots that go through the same steps have the same. */
const stepsKey = ({ process, material, machine, finish, inspection, steps: planned }: Lot): string =>
  JSON.stringify([process, material, machine, finish, inspection, planned]);

const idOf = ({ lotId, orderFileId }: Lot) =>
  lotId === null ? ({ kind: 'PART', id: orderFileId } as const) : ({ kind: 'LOT', id: lotId } as const);
/** What people call it. */
const calledOf = (lot: Lot): string => lot.number ?? printedCode(idOf(lot));

export function codeOf(lot: Lot, { code }: MesSettings['prints'], words: DocumentWords): DocumentSheet['code'] {
  const { lotId } = lot;
  return {
    ...idOf(lot),
    ...(code === 'LINK' && lotId !== null && { link: words.address(lotPagePath(lotId)) }),
    ...(lot.number !== null && { letters: lot.number }),
  };
}

function sheetOf(group: readonly Lot[], { prints, pictures }: Layout, words: DocumentWords): DocumentSheet | null {
  const [first] = group;
  if (!first) return null;
  const alone = group.length === 1;
  const picture = alone && prints.picture ? pictures.get(first.orderFileId) : undefined;
  return {
    title: words.say(say('traveller')),
    number: alone ? first.part : words.say(say('lotsTogether', { number: words.number(group.length, 0) })),
    ...(first.lotId === null && { mark: words.say(say('unplanned')) }),
    code: alone ? codeOf(first, prints, words) : { kind: 'ORDER', id: first.orderId },
    blocks: [
      ...(picture === undefined ? [] : [{ kind: 'picture' as const, sha256: picture }]),
      facts(first, group, words),
      ...(alone ? [] : [lotTable(group, words)]),
      steps(first, prints, words),
      ...(prints.notes ? notes(group, words) : []),
      ...(prints.signatures
        ? [{ kind: 'signatures' as const, lines: [words.say(say('releasedBy')), words.say(say('closedBy'))] }]
        : []),
    ],
  };
}

function facts(lot: Lot, group: readonly Lot[], words: DocumentWords): DocumentBlock {
  const alone = group.length === 1;
  const pieces = group.reduce((sum, { quantity }) => sum + quantity, 0);
  const all = [
    ['lot', alone ? lot.number : null],
    ['order', `#${lot.orderId} · ${lot.orderTitle}`],
    ['customer', lot.customer],
    ['neededBy', lot.neededBy && words.date(lot.neededBy, lot.timeZone)],
    ['quantity', words.number(pieces, 0)],
    ['ordered', alone ? words.number(lot.ordered, 0) : null],
    [
      'job',
      alone && lot.jobId !== null ? [lot.jobName, printedCode({ kind: 'JOB', id: lot.jobId })].join(' · ') : null,
    ],
    ['starts', alone && lot.startsAt ? words.date(lot.startsAt, lot.timeZone) : null],
    ['color', alone ? lot.color : null],
    ['tolerance', alone ? words.say(say(`tolerance_${lot.tolerance}`)) : null],
  ] as const;
  return {
    kind: 'facts',
    facts: all.flatMap(([key, value]) => (value ? [{ label: words.say(say(key)), value }] : [])),
  };
}

function lotTable(group: readonly Lot[], words: DocumentWords): DocumentBlock {
  return {
    kind: 'table',
    title: words.say(say('lots')),
    columns: [
      { head: words.say(say('lot')) },
      { head: words.say(say('part')), share: 2.5 },
      { head: words.say(say('job')), share: 1.6 },
      { head: words.say(say('quantity')), share: 0.7, number: true },
    ],
    rows: group.map((lot) => ({
      cells: [calledOf(lot), lot.part, lot.jobName ?? '', words.number(lot.quantity, 0)],
    })),
  };
}

const nameOf = { PRINT: 'stepBuild', POST: 'stepFinish', INSPECTION: 'stepInspect' } as const;
/** Where a part has no workplan. */
const usual: NonNullable<Lot['steps']> = [
  { kind: 'PRINT', name: '', checks: [] },
  { kind: 'POST', name: '', checks: [] },
  { kind: 'INSPECTION', name: '', checks: [] },
];

/** With room to write in what happened. */
function steps(lot: Lot, prints: MesSettings['prints'], words: DocumentWords): DocumentBlock {
  const detail: Record<StepKind, string> = {
    PRINT: lot.machine ?? lot.process,
    POST: lot.finish ?? '',
    INSPECTION: words.say(say(`inspection_${lot.inspection}`)),
  };
  const planned = lot.steps ?? usual.filter(({ kind }) => kind !== 'POST' || lot.finish !== null);
  const all = [
    [words.say(say('stepPrepare')), `${lot.process} · ${lot.material}`, ''],
    ...planned.map(
      ({ kind, name, checks }) =>
        [
          name || words.say(say(nameOf[kind])),
          detail[kind],
          prints.checks ? checks.map((check) => checkLine(check, words)).join('\n') : '',
        ] as const,
    ),
    [words.say(say('stepPack')), lot.customer, ''],
  ] as const;
  return {
    kind: 'table',
    title: words.say(say('steps')),
    columns: [
      { head: '', share: 0.3 },
      { head: words.say(say('step')), share: 1.4 },
      { head: words.say(say('detail')), share: 2 },
      { head: words.say(say('good')), share: 0.8 },
      { head: words.say(say('scrap')), share: 0.8 },
      { head: words.say(say('signed')), share: 1.6 },
    ],
    rows: all.map(([step, about, more], index) => ({
      cells: [words.number(index + 1, 0), step, about, '', '', ''],
      ...(more !== '' && { more }),
      room: true,
    })),
  };
}

/** What is asked, its limits, and room to write the answer. */
function checkLine({ label, unit, lowest, highest, choices }: StepCheck, words: DocumentWords): string {
  const limits = [
    lowest !== null && `≥ ${words.number(lowest, 6)}`,
    highest !== null && `≤ ${words.number(highest, 6)}`,
    unit !== '' && unit,
    choices.length > 0 && choices.join(' / '),
  ].filter((part) => part !== false);
  return `${label}${limits.length > 0 ? ` (${limits.join(' ')})` : ''}: ______________`;
}

/** To go with the pieces, on a label of the facility's size. */
export function labelOf(lot: Lot, prints: MesSettings['prints'], words: DocumentWords): DocumentModel {
  const all = [
    ['quantity', words.number(lot.quantity, 0)],
    ['order', `#${lot.orderId} · ${lot.orderTitle}`],
    ['made', [lot.process, lot.material, lot.color].filter(Boolean).join(' · ')],
    ['neededBy', lot.neededBy && words.date(lot.neededBy, lot.timeZone)],
  ] as const;
  return {
    type: 'lot-label',
    at: lot.orderedOn.toISOString(),
    paper: prints.label,
    sheets: [
      {
        title: calledOf(lot),
        number: lot.part,
        code: codeOf(lot, prints, words),
        blocks: [
          {
            kind: 'facts',
            facts: all.flatMap(([key, value]) => (value ? [{ label: words.say(say(key)), value }] : [])),
          },
        ],
      },
    ],
  };
}

function notes(group: readonly Lot[], words: DocumentWords): DocumentBlock[] {
  const written = [...new Set(group.map((lot) => lot.notes.trim()).filter(Boolean))];
  return written.length > 0 ? [{ kind: 'notes', title: words.say(say('notes')), paragraphs: written }] : [];
}

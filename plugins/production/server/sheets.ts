import { printedCode } from '@sinter/sdk/contract/codes';
import type { StepKind } from '@sinter/sdk/contract/production/mes';
import type { DocumentBlock, DocumentModel, DocumentSheet, DocumentWords } from '@sinter/sdk/server';
import type { Lot } from './lots.ts';
import { say } from './texts.ts';

/** A page for each lot or, grouped, one for all lots whose steps are equal. */
export function travellerOf(type: string, lots: readonly Lot[], grouped: boolean, words: DocumentWords): DocumentModel {
  const kinds = [...new Set(lots.map(stepsKey))];
  const groups = grouped ? kinds.map((kind) => lots.filter((lot) => stepsKey(lot) === kind)) : lots.map((lot) => [lot]);
  const [first] = lots;
  return {
    type,
    at: first?.orderedOn.toISOString() ?? '',
    paper: 'A4',
    sheets: groups.flatMap((group) => sheetOf(group, words) ?? []),
  };
}

/** Lots that go through the same steps have the same. */
const stepsKey = ({ process, material, machine, finish, inspection, steps: planned }: Lot): string =>
  JSON.stringify([process, material, machine, finish, inspection, planned]);

const codeOf = ({ lotId, orderFileId }: Lot) =>
  lotId === null ? ({ kind: 'PART', id: orderFileId } as const) : ({ kind: 'LOT', id: lotId } as const);

function sheetOf(group: readonly Lot[], words: DocumentWords): DocumentSheet | null {
  const [first] = group;
  if (!first) return null;
  const alone = group.length === 1;
  return {
    title: words.say(say('traveller')),
    number: alone ? first.part : words.say(say('lotsTogether', { number: words.number(group.length, 0) })),
    ...(first.lotId === null && { mark: words.say(say('unplanned')) }),
    code: alone ? codeOf(first) : { kind: 'ORDER', id: first.orderId },
    blocks: [
      facts(first, group, words),
      ...(alone ? [] : [lotTable(group, words)]),
      steps(first, words),
      ...notes(group, words),
      { kind: 'signatures', lines: [words.say(say('releasedBy')), words.say(say('closedBy'))] },
    ],
  };
}

function facts(lot: Lot, group: readonly Lot[], words: DocumentWords): DocumentBlock {
  const alone = group.length === 1;
  const pieces = group.reduce((sum, { quantity }) => sum + quantity, 0);
  const all = [
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
      cells: [printedCode(codeOf(lot)), lot.part, lot.jobName ?? '', words.number(lot.quantity, 0)],
    })),
  };
}

const nameOf = { PRINT: 'stepBuild', POST: 'stepFinish', INSPECTION: 'stepInspect' } as const;
/** Where a part has no workplan. */
const usual: readonly { kind: StepKind; name: string }[] = [
  { kind: 'PRINT', name: '' },
  { kind: 'POST', name: '' },
  { kind: 'INSPECTION', name: '' },
];

/** With room to write in what happened. */
function steps(lot: Lot, words: DocumentWords): DocumentBlock {
  const detail: Record<StepKind, string> = {
    PRINT: lot.machine ?? lot.process,
    POST: lot.finish ?? '',
    INSPECTION: words.say(say(`inspection_${lot.inspection}`)),
  };
  const planned = lot.steps ?? usual.filter(({ kind }) => kind !== 'POST' || lot.finish !== null);
  const all = [
    [words.say(say('stepPrepare')), `${lot.process} · ${lot.material}`],
    ...planned.map(({ kind, name }) => [name || words.say(say(nameOf[kind])), detail[kind]] as const),
    [words.say(say('stepPack')), lot.customer],
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
    rows: all.map(([step, about], index) => ({
      cells: [words.number(index + 1, 0), step, about, '', '', ''],
      room: true,
    })),
  };
}

function notes(group: readonly Lot[], words: DocumentWords): DocumentBlock[] {
  const written = [...new Set(group.map((lot) => lot.notes.trim()).filter(Boolean))];
  return written.length > 0 ? [{ kind: 'notes', title: words.say(say('notes')), paragraphs: written }] : [];
}

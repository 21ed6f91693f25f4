import { describe, expect, it } from 'vitest';
import type { DocumentBlock, DocumentModel } from '@sinter/sdk/server/documents';
import { readPdf } from '../testing.ts';
import { draw } from './draw.ts';
import { linesOf } from './lines.ts';
import type { Drawing } from './task.ts';

const paper = (blocks: DocumentBlock[], more: Partial<DocumentModel> = {}): DocumentModel => ({
  ...{ type: 'quote', at: '2026-11-01T10:00:00.000Z', paper: 'A4' },
  sheets: [{ title: 'Quote', number: '1007', code: { kind: 'ORDER', id: 1007 }, blocks }],
  ...more,
});
const drawing = (model: DocumentModel, rightToLeft = false): Drawing => ({
  ...{ model, rightToLeft, locale: rightToLeft ? 'ar-SA' : 'en-US' },
  labelled: rightToLeft ? '{{label}}: {{value}}' : '{{label}}\u202f: {{value}}',
  brand: { name: 'Works', color: '#1a5fd0', logo: null },
  pictures: {},
  foot: { left: ['Works · abc'], right: '{{page}} of {{pages}}' },
});
async function drawn(asked: Drawing): Promise<Uint8Array> {
  const answer = await draw(asked);
  if (!('bytes' in answer)) throw new Error('Nothing was drawn.');
  return answer.bytes;
}
const cells = (texts: string[]): DocumentBlock => ({
  kind: 'table',
  columns: [{ head: 'Part' }, { head: 'Amount', number: true }],
  rows: texts.map((text, index) => ({ cells: [text, String(index)] })),
});

describe('a document', () => {
  it('is the same bytes for the same model', async () => {
    const model = paper([cells(['東京', 'شركة', 'Bracket', 'Ελλάδα'])]);
    expect(Buffer.compare(await drawn(drawing(model)), await drawn(drawing(model)))).toBe(0);
  });

  it('repeats the heads of a long table and counts its pages', async () => {
    const pages = await readPdf(
      await drawn(drawing(paper([cells(Array.from({ length: 200 }, (_, at) => `Row ${at}`))]))),
    );
    expect(pages.length).toBeGreaterThan(3);
    pages.forEach((texts, index) => {
      expect(texts).toContain('Amount');
      expect(texts).toContain(`${index + 1} of ${pages.length}`);
    });
    const rows = pages.flat().filter((text) => text.startsWith('Row '));
    expect(rows).toEqual(Array.from({ length: 200 }, (_, at) => `Row ${at}`));
  });

  it('shows names as they were given, whatever they hold', async () => {
    const hostile = ['<b>&amp;</b>', '\u202Egnp.exe', 'a\u0000b', `${'long'.repeat(400)}`, 'ok 👩‍👩‍👧 ok', '\uD800'];
    const bytes = await drawn(drawing(paper([cells(hostile)])));
    const texts = (await readPdf(bytes)).flat();
    expect(texts).toContain('<b>&amp;</b>');
    expect(texts).toContain('gnp.exe');
    expect(texts.join('')).toContain('ab');
    expect(texts.join('').replaceAll(/\s/g, '')).toContain('long'.repeat(60));
  });

  it('refuses what would be too long', async () => {
    const sheets = Array.from({ length: 5_001 }, () => ({ title: 'x', blocks: [] }));
    expect(await draw(drawing(paper([], { sheets })))).toEqual({ tooLong: true });
  });

  it('fits a label on one page, in small letters if it has to', async () => {
    const facts: DocumentBlock = {
      kind: 'facts',
      facts: Array.from({ length: 30 }, (_, at) => ({ label: `Fact ${at}`, value: 'something that is long' })),
    };
    const model = paper([facts], { paper: { width: 62, height: 29 } });
    const pages = await readPdf(await drawn(drawing(model)));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('ORDER-1007');
  });

  it('sets what it names beside a label as the language does, with spaces that the fonts have', async () => {
    const facts: DocumentBlock = { kind: 'facts', facts: [{ label: 'Quantité', value: '1\u202f234' }] };
    const model = paper([facts], { paper: { width: 100, height: 60 } });
    const [page = []] = await readPdf(await drawn(drawing(model)));
    // Whoever reads it back writes its spaces as plain ones.
    expect(page.join('')).toContain('Quantité : 1 234');
  });

  it('reads what stands on a label in the direction of its own', async () => {
    const facts: DocumentBlock = { kind: 'facts', facts: [{ label: 'الطلب', value: '#56 · Spacer rings' }] };
    const model = paper([facts], { paper: { width: 100, height: 60 } });
    const [page = []] = await readPdf(await drawn({ ...drawing(model), rightToLeft: true }));
    expect(page.join('')).toContain('#56 · Spacer rings');
  });
});

describe('a line of text', () => {
  const seen = (text: string, rightToLeft: boolean): string[] =>
    linesOf(text, { size: 10 }, { rightToLeft, width: 1_000 }).map(({ runs }) => runs.map((run) => run.text).join('|'));

  it('runs from right to left with numbers and Latin names within', () => {
    expect(seen('الكمية 12 من Bracket (A).stl', true)).toEqual(['Bracket (A).stl|من | |12|الكمية ']);
  });
  it('turns brackets around', () => {
    expect(seen('شركة (الرياض)', true)).toEqual(['(|الرياض|)|شركة ']);
  });
  it('breaks a word that no line holds', () => {
    const lines = linesOf('x'.repeat(100), { size: 10 }, { rightToLeft: false, width: 100 });
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.every(({ width }) => width <= 101)).toBe(true);
  });
  it('breaks Japanese between letters, but not before a full stop', () => {
    const lines = linesOf('お支払いは三十日以内です。', { size: 10 }, { rightToLeft: false, width: 45 });
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.some(({ runs }) => runs[0]?.text.startsWith('。'))).toBe(false);
  });
});

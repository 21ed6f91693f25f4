import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { facetCount, boundsOf, diagonalOf, volumeOf } from '../mesh.ts';
import { codeOf } from '../testSupport.ts';
import { readCad } from './cad.ts';
import { estimateOf } from './cadEstimate.ts';

const bracket = readFileSync(resolve(import.meta.dirname, '../../../../tests/fixtures/bracket.step'), 'latin1');
const inUnit = (prefix: '.MILLI.' | '$' | '.KILO.') =>
  new Uint8Array(Buffer.from(bracket.replace('SI_UNIT(.MILLI.,.METRE.)', `SI_UNIT(${prefix},.METRE.)`), 'latin1'));

/** A file that puts a part of `faces` faces ten times into an assembly, this ten times into another, and so on. */
function nested(levels: number, faces: number): Uint8Array {
  const uses = Array.from({ length: levels }, (_, level) =>
    Array.from(
      { length: 10 },
      (_, i) =>
        `#${1000 + level * 10 + i}=NEXT_ASSEMBLY_USAGE_OCCURRENCE('${i}','it''s (${i}), #3','',#${level + 2},#${level + 1},$);`,
    ).join('\n'),
  );
  const body = Array.from({ length: faces }, (_, i) => `#${9000 + i} = ADVANCED_FACE ( '', (), #1, .T. ) ;`);
  return new Uint8Array(Buffer.from(['ISO-10303-21;', 'DATA;', ...body, ...uses, 'ENDSEC;'].join('\n'), 'latin1'));
}

describe('CAD files', () => {
  it('have as many facets in metres as in millimetres, and are read in one pass', async () => {
    const told: number[] = [];
    const [small] = (await readCad(inUnit('.MILLI.'), 'STEP')).bodies;
    const [large] = (await readCad(inUnit('$'), 'STEP', (seconds) => told.push(seconds))).bodies;
    if (!small || !large) throw new Error('There is no body.');
    expect(facetCount(large) / facetCount(small)).toBeCloseTo(1, 1);
    expect(diagonalOf(boundsOf(large)) / diagonalOf(boundsOf(small))).toBeCloseTo(1000, 1);
    expect(volumeOf(large) / volumeOf(small) / 1e9).toBeCloseTo(1, 3);
    expect(told).toHaveLength(1);
    expect(told[0]).toBeGreaterThan(0);
  });

  it('tell about how many facets they will have before they are made', async () => {
    const bytes = inUnit('.MILLI.');
    const [body] = (await readCad(bytes, 'STEP')).bodies;
    const facets = body ? facetCount(body) : 0;
    expect(estimateOf(bytes, 'STEP').facets / facets).toBeGreaterThan(0.25);
    expect(estimateOf(bytes, 'STEP').facets / facets).toBeLessThan(4);
    expect(estimateOf(nested(3, 2), 'STEP').facets).toBe(estimateOf(nested(0, 2), 'STEP').facets * 1000);
  });

  it('are refused before anything is made where they would have too many', async () => {
    await expect(readCad(nested(12, 1), 'STEP')).rejects.toThrow(/facets/);
    expect(await codeOf(() => readCad(nested(12, 1), 'STEP'))).toBe('TOO_LARGE');
  });
});

import { describe, expect, it } from 'vitest';
import { stlVolume } from './stl.ts';
import { asciiStl, binaryStl, cube } from './testing/stl.ts';

describe('stlVolume', () => {
  it('measures a binary file, wherever the part lies', () => {
    expect(stlVolume(binaryStl(cube(20)))).toBeCloseTo(8000, 6);
    expect(stlVolume(binaryStl(cube(20, 5000)))).toBeCloseTo(8000, 6);
  });

  it('measures an ASCII file', () => {
    expect(stlVolume(asciiStl(cube(2.5)))).toBeCloseTo(15.625, 9);
  });

  it('measures a binary file whose header says "solid"', () => {
    const bytes = binaryStl(cube(1));
    bytes.set(new TextEncoder().encode('solid part'), 0);
    expect(stlVolume(bytes)).toBeCloseTo(1, 9);
  });

  it('gives none for an open mesh, a cut-off file and no mesh at all', () => {
    expect(stlVolume(binaryStl(cube(20).slice(1)))).toBeNull();
    expect(stlVolume(binaryStl(cube(20)).slice(0, -10))).toBeNull();
    expect(stlVolume(new TextEncoder().encode('ISO-10303-21;'))).toBeNull();
    expect(stlVolume(binaryStl([]))).toBeNull();
  });
});

import areas from 'virtual:contract-areas';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { malformedVariants, sampleOf } from './samples.ts';

const { calls } = areas;

const parts = calls.flatMap((call) =>
  (['params', 'query', 'body', 'response'] as const).flatMap((part) => {
    const schema = call[part];
    return schema ? [{ name: `${call.id} ${part}`, schema, part }] : [];
  }),
);

describe('samples', () => {
  it('are accepted by every schema of every call, with any seed', () => {
    for (const { name, schema } of parts) {
      for (let seed = 1; seed <= 5; seed += 1) {
        expect(schema.safeParse(sampleOf(schema, seed)).success, `${name}, seed ${seed}`).toBe(true);
      }
    }
  });

  it('are the same for the same seed and differ for another', () => {
    const schema = z.object({ id: z.string().uuid(), when: z.string().datetime() });
    expect(sampleOf(schema, 7)).toEqual(sampleOf(schema, 7));
    expect(sampleOf(schema, 7)).not.toEqual(sampleOf(schema, 8));
  });

  it('stay within limits', () => {
    const schema = z.object({
      small: z.number().int().min(-5).max(-3),
      open: z.number().gt(0).lt(0.01),
      word: z.string().min(30).max(31),
      list: z.array(z.literal('a')).min(4),
    });
    for (let seed = 1; seed <= 50; seed += 1) expect(() => sampleOf(schema, seed)).not.toThrow();
  });

  it('take an example when the schema cannot say enough', () => {
    const even = z.number().refine((value) => value % 2 === 0 && value > 10_000);
    expect(() => sampleOf(even)).toThrow('is not accepted');
    expect(sampleOf(even.meta({ examples: [20_000] }))).toBe(20_000);
  });

  it('end for recursive schemas', () => {
    const tree = z.object({
      get children() {
        return z.array(tree);
      },
    });
    expect(tree.safeParse(sampleOf(tree, 3)).success).toBe(true);
  });
});

describe('malformed variants', () => {
  const schema = z.object({
    name: z.string().max(20),
    files: z.array(z.object({ quantity: z.number().min(1) })).min(1),
  });

  it('spoil every field in every way, one at a time', () => {
    const variants = malformedVariants(schema);
    const ofQuantity = variants.filter((variant) => variant.path === 'files.0.quantity');
    expect(ofQuantity.map((variant) => variant.kind)).toEqual([
      'missing',
      'wrong type',
      'huge string',
      'nul character',
      'negative',
      'null',
    ]);
    expect(ofQuantity.every((variant) => variant.refused)).toBe(true);
    expect(variants.filter((variant) => variant.path === '' && !variant.refused)).toEqual([]);
  });

  it('tell which ones the schema lets pass', () => {
    const variants = malformedVariants(schema);
    const passing = variants.filter((variant) => !variant.refused);
    expect(passing.map(({ path, kind }) => `${path}: ${kind}`)).toEqual(['name: nul character']);
  });

  it('leave the valid sample alone and are the same each time', () => {
    expect(malformedVariants(schema, 3)).toEqual(malformedVariants(schema, 3));
  });

  it('exist for every call that takes something, and at least one is refused wherever anything is required', () => {
    for (const { name, schema: given, part } of parts) {
      if (part === 'response') continue;
      const variants = malformedVariants(given);
      expect(variants.length, name).toBeGreaterThan(0);
      expect(
        variants.some((variant) => variant.refused),
        name,
      ).toBe(true);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { builtInCarriers } from './builtInCarriers.ts';
import { carrierSchema, wrongCarriers } from './carriers.ts';
import { fitsPattern, isTrackingNumber, isTrackingUrl, trackingAddress } from './trackingNumbers.ts';

const named = (key: string) => builtInCarriers.find((carrier) => carrier.key === key) ?? builtInCarriers[0];

describe('built-in carriers', () => {
  it.each(builtInCarriers.map((carrier) => [carrier.key, carrier] as const))(
    '%s can be kept as it is',
    (_, carrier) => {
      expect(carrierSchema.safeParse(carrier).success).toBe(true);
    },
  );

  it('have examples that fit, and a key and name each', () => {
    expect(wrongCarriers(builtInCarriers)).toEqual({});
  });
});

describe('a tracking number', () => {
  it('fits with the spaces and in the case that people type it in', () => {
    expect(fitsPattern('AA999999999DE', 'rr 123 456 789 de')).toBe(true);
    expect(fitsPattern('AA999999999DE', 'RR123456789FR')).toBe(false);
    expect(fitsPattern('JJD99*', 'JJD0123')).toBe(true);
    expect(fitsPattern('JJD99*', 'JJD0')).toBe(false);
  });

  it('is what the carrier writes: digits of another script, markup and line ends are not', () => {
    for (const number of ['١٢٣٤٥٦٧٨٩٠', '<b>1234567890', '12345\n67890', '../../1234', '']) {
      expect(isTrackingNumber({ patterns: [] }, number)).toBe(false);
    }
  });

  it('leads to the page of its carrier, and nowhere when it is not one', () => {
    const ups = named('ups');
    expect(ups && trackingAddress(ups, '1z 999 aa1 01 2345 6784')).toBe(
      'https://www.ups.com/track?tracknum=1Z999AA10123456784',
    );
    expect(ups && trackingAddress(ups, '123')).toBeNull();
  });

  it('is checked at once, whatever pattern somebody wrote', () => {
    expect(fitsPattern(`${'#'.repeat(39)}*`, 'A'.repeat(100_000))).toBe(true);
    expect(fitsPattern('(a+)+$', 'a'.repeat(50))).toBe(false);
  });
});

it.each([
  ['http://carrier.example/{number}', false],
  ['javascript:alert({number})', false],
  ['https://{number}.example/', false],
  ['https://carrier.example@{number}/', false],
  ['https://user:secret@carrier.example/{number}', false],
  ['https://carrier.example/', false],
  ['https://carrier.example/t?n={number}', true],
  ['https://carrier.example/t#/{number}', true],
])('%s as a tracking address: %s', (template, fine) => {
  expect(isTrackingUrl(template)).toBe(fine);
});

it('says which carrier has no name, a name twice, or an example that does not fit', () => {
  const [dhl, ups] = builtInCarriers;
  if (!dhl || !ups) throw new Error('there are no carriers');
  expect(
    wrongCarriers([
      { ...dhl, name: '' },
      { ...ups, example: '12' },
      { ...ups, key: 'other' },
    ]),
  ).toEqual({ 'carriers.0.name': 'NAME', 'carriers.1.example': 'EXAMPLE', 'carriers.2.name': 'TWICE' });
});

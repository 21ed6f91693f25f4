import { plainQuality, qualitySettingsSchema } from '@sinter/sdk/contract/quality/settings';
import { expect, it } from 'vitest';
import { faultsOf } from './kind.ts';

const faults = (part: Partial<typeof plainQuality>) => Object.keys(faultsOf({ ...plainQuality, ...part }));

it('takes the settings as they are delivered', () => {
  expect(faults({})).toEqual([]);
});

it('reads settings that were published before there were templates', () => {
  const { capaTemplates: _none, certificate: _neither, ...before } = plainQuality;
  expect(qualitySettingsSchema.parse(before)).toEqual(plainQuality);
});

it('asks for a name where the product has no word', () => {
  expect(
    faults({
      types: [
        { key: 'surface', name: '' },
        { key: 'k-1', name: '' },
      ],
    }),
  ).toEqual(['types.1.name']);
});

it('refuses a statement with what is no token', () => {
  const statements = { en_US: 'For {orders}', de_DE: 'Für {auftrag}' };
  expect(faults({ certificate: { sections: [], statements } })).toEqual(['certificate.statements.de_DE']);
});

it('refuses keys that stand twice, and defects that are below nothing or themselves', () => {
  expect(faults({ severities: ['major', 'major'].map((key) => ({ key, name: '', dueDays: null })) })).toEqual([
    'severities.1.key',
  ]);
  const defects = [
    { id: 1, parentId: 2, name: 'a' },
    { id: 2, parentId: 1, name: 'b' },
    { id: 3, parentId: 9, name: 'c' },
  ];
  expect(faults({ defects })).toEqual([0, 1, 2].map((at) => `defects.${at}.parentId`));
});

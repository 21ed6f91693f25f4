import type { Answer } from '@sinter/sdk/contract/orders/request';
import {
  fieldKindSchema,
  formFieldSchema,
  mostChoices,
  mostFields,
  plainForm,
  requestFormSchema,
  standardFieldSchema,
  type FieldKind,
  type FormField,
} from '@sinter/sdk/contract/orders/requestForms';
import { describe, expect, it } from 'vitest';
import { faultsOf, firstAnswer, wrongAnswer, wrongInRequest, type Filled } from './formRules.ts';

const field = (kind: FieldKind, more: Partial<FormField> = {}) =>
  formFieldSchema.parse({
    id: 'asked',
    kind,
    label: 'Asked',
    ...(kind === 'LIST' ? { choices: ['A', 'B'] } : {}),
    ...more,
  });

const good: Record<FieldKind, Answer> = {
  ...{ TEXT: 'Ti-6Al-4V', NUMBER: 5, LIST: 'A', DATE: '2030-02-28', FILE: [7], EXPORT: false },
};
const bad: Record<FieldKind, [Answer, string][]> = {
  TEXT: [
    [5, 'formNotText'],
    [[1], 'formNotText'],
  ],
  NUMBER: [
    ['5', 'formNotNumber'],
    [true, 'formNotNumber'],
    [1, 'formTooSmall'],
    [11, 'formTooLarge'],
  ],
  LIST: [
    ['C', 'formNotListed'],
    [1, 'formNotText'],
  ],
  DATE: [
    ['tomorrow', 'formNotDate'],
    ['2030-13-45', 'formNotDate'],
    [20300228, 'formNotDate'],
  ],
  FILE: [
    ['a.pdf', 'formNotFiles'],
    [7, 'formNotFiles'],
  ],
  EXPORT: [
    ['yes', 'formNotYesNo'],
    [1, 'formNotYesNo'],
  ],
};

describe('answers', () => {
  it.each(fieldKindSchema.options)('to %s: each rule', (kind) => {
    const bounds = kind === 'NUMBER' ? { min: 2, max: 10 } : {};
    for (const required of [true, false]) {
      const asked = field(kind, { required, ...bounds });
      const missing = required || kind === 'EXPORT' ? 'formMissing' : undefined;
      for (const nothing of [undefined, '', []]) expect(wrongAnswer(asked, nothing)?.key).toBe(missing);
      expect(wrongAnswer(asked, good[kind])).toBeNull();
      for (const [answer, key] of bad[kind]) expect([answer, wrongAnswer(asked, answer)?.key]).toEqual([answer, key]);
    }
  });

  it('zero is a number, and no is an answer', () => {
    expect(wrongAnswer(field('NUMBER', { required: true }), 0)).toBeNull();
    expect(wrongAnswer(field('EXPORT'), false)).toBeNull();
  });

  it('begin with what the form says', () => {
    expect(firstAnswer(field('NUMBER', { value: '2.5' }))).toBe(2.5);
    expect(firstAnswer(field('LIST', { value: 'B' }))).toBe('B');
    expect(firstAnswer(field('TEXT'))).toBeUndefined();
  });
});

const line = {
  ...{
    amProcessId: 1,
    materialId: 1,
    finishId: null,
    color: '',
    tolerance: 'STANDARD',
    inspection: 'STANDARD',
    notes: '',
  },
};
const nothing: Filled = {
  answers: {},
  exportControlled: false,
  standard: {
    ...{ estimatedDeliveryDate: false, primaryUseCase: false, notes: false, quoteDueDate: false },
    ...{ thirdPartyOrderId: false, deliveryAddress: false },
  },
  lines: [line],
};

describe('a request', () => {
  it('without a form is asked nothing more', () => {
    expect(wrongInRequest(plainForm, nothing)).toEqual({});
  });

  it.each(standardFieldSchema.options)('%s: required, optional, hidden', (name) => {
    for (const rule of ['OPTIONAL', 'HIDDEN'] as const) {
      expect(wrongInRequest({ ...plainForm, standard: { [name]: { rule, value: '' } } }, nothing)).toEqual({});
    }
    const required = { ...plainForm, standard: { [name]: { rule: 'REQUIRED' as const, value: '' } } };
    const always = name === 'tolerance' || name === 'inspection';
    expect(Object.values(wrongInRequest(required, nothing))).toEqual(always ? [] : [{ key: 'formMissing' }]);
  });

  it('takes only what the form allows', () => {
    const form = { ...plainForm, processIds: [2], materialIds: [1], finishIds: [3] };
    expect(wrongInRequest(form, { ...nothing, lines: [{ ...line, finishId: 4 }] })).toEqual({
      'rfqFileDTOs.0.amProcessId': { key: 'formNotOffered' },
      'rfqFileDTOs.0.finishId': { key: 'formNotOffered' },
    });
  });

  it('is export controlled where one of its questions says so', () => {
    const form = { ...plainForm, fields: [field('EXPORT')] };
    const filled = { ...nothing, answers: { asked: true } };
    expect(wrongInRequest(form, filled)).toEqual({ exportControlled: { key: 'formControlledNeeded' } });
    expect(wrongInRequest(form, { ...filled, exportControlled: true })).toEqual({});
  });

  it('gets its last day from a quote window', () => {
    const standard = { quoteDueDate: { rule: 'REQUIRED' as const, value: '' } };
    expect(wrongInRequest({ ...plainForm, standard, quoteWindowDays: 5 }, nothing)).toEqual({});
  });
});

describe('a hostile definition', () => {
  const many = (count: number, more: Partial<FormField> = {}) =>
    Array.from({ length: count }, (_, index) => ({ ...field('TEXT', more), id: `f${index}`, label: `Field ${index}` }));

  it('has too much of something', () => {
    expect(requestFormSchema.safeParse({ fields: many(mostFields) }).success).toBe(true);
    expect(requestFormSchema.safeParse({ fields: many(10_000) }).success).toBe(false);
    const choices = Array.from({ length: 10_000 }, (_, index) => `Choice ${index}`);
    expect(requestFormSchema.safeParse({ fields: [{ ...field('LIST'), choices }] }).success).toBe(false);
    expect(
      requestFormSchema.safeParse({ fields: [{ ...field('LIST'), choices: choices.slice(0, mostChoices) }] }).success,
    ).toBe(true);
    expect(requestFormSchema.safeParse({ fields: [{ ...field('TEXT'), id: '__proto__' }] }).success).toBe(false);
  });

  it.each([
    [{ name: '' }, { name: 'formNameMissing' }],
    [{ fields: [field('TEXT', { label: '' })] }, { 'fields.0.label': 'formLabelMissing' }],
    [
      { fields: [field('TEXT'), { ...field('DATE'), id: 'other', label: ' ASKED' }] },
      { 'fields.1.label': 'formLabelTwice' },
    ],
    [{ fields: [field('TEXT'), field('TEXT', { label: 'Other' })] }, { 'fields.1.id': 'formIdTwice' }],
    [{ fields: [{ ...field('LIST'), choices: [] }] }, { 'fields.0.choices': 'formChoicesMissing' }],
    [{ fields: [{ ...field('LIST'), choices: ['A', ''] }] }, { 'fields.0.choices': 'formChoiceEmpty' }],
    [{ fields: [{ ...field('LIST'), choices: ['A', 'A'] }] }, { 'fields.0.choices': 'formChoiceTwice' }],
    [{ fields: [field('NUMBER', { min: 5, max: 2 })] }, { 'fields.0.max': 'formBounds' }],
    [{ fields: [field('NUMBER', { value: 'many' })] }, { 'fields.0.value': 'formDefault' }],
    [{ fields: [field('LIST', { value: 'C' })] }, { 'fields.0.value': 'formDefault' }],
    [{ processIds: [] }, { processIds: 'formNothingLeft' }],
    [
      { standard: { primaryUseCase: { rule: 'OPTIONAL' as const, value: 'WEAPON' } } },
      { 'standard.primaryUseCase.value': 'formDefault' },
    ],
  ])('says what is wrong: %j', (given, faults) => {
    expect(faultsOf({ ...plainForm, name: 'Medical parts', ...given })).toEqual(faults);
  });
});

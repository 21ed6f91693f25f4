import type { Answer, Answers } from '@sinter/sdk/contract/orders/request';
import { primaryUseCaseSchema } from '@sinter/sdk/contract/orders/request';
import type { FormField, RequestForm, ShownForm, StandardField } from '@sinter/sdk/contract/orders/requestForms';

/** What is wrong with a value, for each side to say in its words. */
export type Wrong =
  | { key: 'formMissing' | 'formNotText' | 'formNotNumber' | 'formNotListed' | 'formNotDate' | 'formNotFiles' }
  | { key: 'formNotYesNo' | 'formUnknownField' | 'formNotOffered' | 'formControlledNeeded' }
  | { key: 'formTooSmall' | 'formTooLarge'; limit: number; unit: string };

export const isAnswered = (answer: Answer | undefined): boolean =>
  answer !== undefined && answer !== '' && !(Array.isArray(answer) && answer.length === 0);

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Whether this can be an answer of the field's kind; empty always is. */
export function wrongKind({ kind }: FormField, answer: Answer): Wrong | null {
  if (!isAnswered(answer)) return null;
  switch (kind) {
    case 'TEXT':
    case 'LIST':
      return typeof answer === 'string' ? null : { key: 'formNotText' };
    case 'DATE':
      return typeof answer === 'string' ? null : { key: 'formNotDate' };
    case 'NUMBER':
      return typeof answer === 'number' ? null : { key: 'formNotNumber' };
    case 'FILE':
      return Array.isArray(answer) ? null : { key: 'formNotFiles' };
    case 'EXPORT':
      return typeof answer === 'boolean' ? null : { key: 'formNotYesNo' };
  }
}

/** What keeps the answer to one question from being sent. */
export function wrongAnswer(field: FormField, answer: Answer | undefined): Wrong | null {
  // A question about export control is no question if it may stay open.
  if (answer === undefined || !isAnswered(answer)) {
    return field.required || field.kind === 'EXPORT' ? { key: 'formMissing' } : null;
  }
  const wrong = wrongKind(field, answer);
  if (wrong) return wrong;
  const { kind, min, max, unit, choices } = field;
  if (kind === 'LIST' && typeof answer === 'string' && !choices.includes(answer)) return { key: 'formNotListed' };
  if (kind === 'DATE' && typeof answer === 'string' && !isDate(answer)) return { key: 'formNotDate' };
  if (typeof answer === 'number') {
    if (min !== null && answer < min) return { key: 'formTooSmall', limit: min, unit };
    if (max !== null && answer > max) return { key: 'formTooLarge', limit: max, unit };
  }
  return null;
}

/** A request as it is about to be sent. */
export interface Filled {
  answers: Answers;
  exportControlled: boolean | null;
  /** Whether something stands in it. */
  standard: Readonly<Record<Exclude<StandardField, LineField>, boolean>>;
  lines: readonly FilledLine[];
}
type LineField = 'finish' | 'color' | 'tolerance' | 'inspection' | 'lineNotes';
interface FilledLine {
  amProcessId: number;
  materialId: number;
  finishId: number | null;
  color: string;
  tolerance: string;
  inspection: string;
  notes: string;
}

/** The fields of a request by their name in the call. */
const fieldNames: Record<StandardField, string> = {
  estimatedDeliveryDate: 'estimatedDeliveryDate',
  primaryUseCase: 'primaryUseCase',
  notes: 'notes',
  quoteDueDate: 'quoteDueDate',
  thirdPartyOrderId: 'thirdPartyOrderId',
  deliveryAddress: 'deliveryAddress',
  finish: 'finishId',
  color: 'color',
  tolerance: 'tolerance',
  inspection: 'inspection',
  lineNotes: 'notes',
};

const isWanted: Record<LineField, (line: FilledLine) => boolean> = {
  finish: ({ finishId }) => finishId !== null,
  color: ({ color }) => color !== '',
  // There is always one.
  tolerance: () => true,
  inspection: () => true,
  lineNotes: ({ notes }) => notes !== '',
};

type Asks = Pick<
  ShownForm,
  'standard' | 'fields' | 'processIds' | 'materialIds' | 'finishIds' | 'quoteWindowDays' | 'nda'
>;

export const ruleOf = ({ standard }: Pick<Asks, 'standard'>, field: StandardField) =>
  standard[field]?.rule ?? 'OPTIONAL';

/** What keeps a request from being sent, by its field. */
export function wrongInRequest(form: Asks, filled: Filled): Record<string, Wrong> {
  const wrong: Record<string, Wrong> = {};
  for (const field of Object.keys(filled.standard) as (keyof Filled['standard'])[]) {
    // The form itself gives the day.
    if (field === 'quoteDueDate' && form.quoteWindowDays !== null) continue;
    if (ruleOf(form, field) === 'REQUIRED' && !filled.standard[field])
      wrong[fieldNames[field]] = { key: 'formMissing' };
  }
  for (const [index, line] of filled.lines.entries()) {
    const at = (name: string) => `rfqFileDTOs.${index}.${name}`;
    for (const field of Object.keys(isWanted) as LineField[]) {
      if (ruleOf(form, field) === 'REQUIRED' && !isWanted[field](line))
        wrong[at(fieldNames[field])] = { key: 'formMissing' };
    }
    if (form.processIds && !form.processIds.includes(line.amProcessId))
      wrong[at('amProcessId')] = { key: 'formNotOffered' };
    if (form.materialIds && !form.materialIds.includes(line.materialId))
      wrong[at('materialId')] = { key: 'formNotOffered' };
    if (form.finishIds && line.finishId !== null && !form.finishIds.includes(line.finishId)) {
      wrong[at('finishId')] = { key: 'formNotOffered' };
    }
  }
  for (const field of form.fields) {
    const answer = filled.answers[field.id];
    const found = wrongAnswer(field, answer);
    if (found) wrong[`answers.${field.id}`] = found;
    else if (field.kind === 'EXPORT' && answer === true && filled.exportControlled === false) {
      wrong['exportControlled'] = { key: 'formControlledNeeded' };
    }
  }
  return wrong;
}

/** What is wrong with a form that is going to be published. */
export type FormFault =
  | 'formNameMissing'
  | 'formLabelMissing'
  | 'formLabelTwice'
  | 'formIdTwice'
  | 'formChoicesMissing'
  | 'formChoiceEmpty'
  | 'formChoiceTwice'
  | 'formBounds'
  | 'formDefault'
  | 'formNothingLeft';

const wordOf = (text: string) => text.trim().toLocaleLowerCase('en');
const twiceIn = (texts: readonly string[]) => texts.findIndex((text, index) => texts.indexOf(text) < index);

/** By the path of the field in the form. */
export function faultsOf(form: RequestForm): Record<string, FormFault> {
  const faults: Record<string, FormFault> = {};
  if (form.name === '') faults['name'] = 'formNameMissing';
  for (const list of ['processIds', 'materialIds'] as const) {
    if (form[list]?.length === 0) faults[list] = 'formNothingLeft';
  }
  const { primaryUseCase, estimatedDeliveryDate } = form.standard;
  if (primaryUseCase?.value && !primaryUseCaseSchema.safeParse(primaryUseCase.value).success)
    faults['standard.primaryUseCase.value'] = 'formDefault';
  if (estimatedDeliveryDate?.value && !/^[1-9]\d{0,2}$/.test(estimatedDeliveryDate.value))
    faults['standard.estimatedDeliveryDate.value'] = 'formDefault';
  const ids = form.fields.map(({ id }) => id);
  const labels = form.fields.map(({ label }) => wordOf(label));
  for (const [index, field] of form.fields.entries()) {
    const at = (name: string) => `fields.${index}.${name}`;
    if (field.label === '') faults[at('label')] = 'formLabelMissing';
    else if (labels.indexOf(wordOf(field.label)) < index) faults[at('label')] = 'formLabelTwice';
    if (ids.indexOf(field.id) < index) faults[at('id')] = 'formIdTwice';
    if (field.kind === 'LIST') {
      if (field.choices.length === 0) faults[at('choices')] = 'formChoicesMissing';
      else if (field.choices.includes('')) faults[at('choices')] = 'formChoiceEmpty';
      else if (twiceIn(field.choices) >= 0) faults[at('choices')] = 'formChoiceTwice';
    }
    if (field.min !== null && field.max !== null && field.min > field.max) faults[at('max')] = 'formBounds';
    const first = firstAnswer(field);
    if (field.value !== '' && (first === undefined || wrongAnswer(field, first))) faults[at('value')] = 'formDefault';
  }
  return faults;
}

/** What stands in a field at first. */
export function firstAnswer({ kind, value }: FormField): Answer | undefined {
  if (value === '' || kind === 'FILE' || kind === 'EXPORT') return undefined;
  if (kind !== 'NUMBER') return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

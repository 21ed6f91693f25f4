import type { Answers } from '@sinter/sdk/contract/orders/request';
import { primaryUseCaseSchema, type PrimaryUseCase } from '@sinter/sdk/contract/orders/request';
import type { ShownForm } from '@sinter/sdk/contract/orders/requestForms';

export interface Fillable {
  notes: string;
  useCase: PrimaryUseCase | null;
  wantedDate: string | null;
  reference: string;
  answers: Answers;
}

const dayMs = 86_400_000;

/** With what the form says where nothing stands yet. */
export function filled(form: ShownForm | null, values: Fillable): Fillable {
  const first = (field: keyof ShownForm['standard']) => form?.standard[field]?.value ?? '';
  const useCase = primaryUseCaseSchema.safeParse(first('primaryUseCase'));
  const days = Number(first('estimatedDeliveryDate'));
  const answers = { ...values.answers };
  for (const { id, kind, value } of form?.fields ?? []) {
    if (value !== '' && answers[id] === undefined) answers[id] = kind === 'NUMBER' ? Number(value) : value;
  }
  const wanted = days > 0 ? `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T12:00:00.000Z` : null;
  return {
    notes: values.notes || first('notes'),
    useCase: values.useCase ?? (useCase.success ? useCase.data : null),
    wantedDate: values.wantedDate ?? wanted,
    reference: values.reference || first('thirdPartyOrderId'),
    answers,
  };
}

/** What is still asked: other answers are of questions that are gone. */
export const stillAsked = (form: ShownForm | null, answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([id]) => form?.fields.some((field) => field.id === id)));

/** Whether a question that has to be answered is not. */
export const lacksAnswers = (form: ShownForm | null, answers: Answers): boolean =>
  (form?.fields ?? []).some(({ id, kind, required }) => (required || kind === 'EXPORT') && (answers[id] ?? '') === '');

import { longest } from '@sinter/sdk/contract/orders/request';
import type { ShownForm, StandardField } from '@sinter/sdk/contract/orders/requestForms';
import { choiceOfForm, needs } from '../request/AskedForm.ts';
import { filled, lacksAnswers, stillAsked } from '../request/filled.ts';
import type { PartLine } from '../request/PartLine.ts';
import type { RequestParts } from '../request/RequestParts.ts';
import { same, type Answered, type Base, type Body, type Fields, type LineContent } from './content.ts';
import { contentOf } from './LinesMerge.ts';

/** What the server can take of what is entered. */
export interface Entered {
  fields: Answered;
  lines: { line: PartLine; content: LineContent }[];
}

/** A text that is too long stays on the page. */
export function enteredOf(fields: Fields, parts: RequestParts, base: Base | null): Entered {
  const { displayTitle, notes, ...others } = fields;
  const saved = base?.fields;
  return {
    fields: {
      ...others,
      displayTitle: displayTitle.trim().length > longest.title ? (saved?.displayTitle ?? '') : displayTitle,
      notes: notes.length > longest.notes ? (saved?.notes ?? '') : notes,
      answers: stillAsked(parts.asked.form, fields.answers),
      form: choiceOfForm(parts.asked.form),
      exportControlled: parts.exportControlled,
    },
    lines: parts.shown.flatMap((line) => {
      const content = contentOf(line, base);
      return content ? [{ line, content }] : [];
    }),
  };
}

export const bodyOf = ({ fields, lines }: Entered): Body => ({
  ...fields,
  rfqFileDTOs: lines.map(({ line: { lineId }, content }) => ({
    ...content,
    ...(lineId === null ? {} : { id: lineId }),
  })),
});

export function isSaved({ fields, lines }: Entered, base: Base | null): boolean {
  if (!base) return false;
  const sent = lines.map(({ line, content }) => [line.lineId, content]);
  return same(fields, base.fields) && same(sent, base.lines);
}

/** Whether something that is needed here is empty: a field that everybody has, or one of the form's own. */
export function lacksField(form: ShownForm | null, fields: Fields): boolean {
  const { notes, primaryUseCase, estimatedDeliveryDate, quoteDueDate, thirdPartyOrderId, deliveryAddress } = fields;
  const empty: [StandardField, boolean][] = [
    ['notes', notes === ''],
    ['primaryUseCase', primaryUseCase === null],
    ['estimatedDeliveryDate', estimatedDeliveryDate === null],
    ['quoteDueDate', quoteDueDate === null && form?.quoteWindowDays === null],
    ['thirdPartyOrderId', thirdPartyOrderId === ''],
    ['deliveryAddress', deliveryAddress === null],
  ];
  return empty.some(([field, isEmpty]) => isEmpty && needs(form, field)) || lacksAnswers(form, fields.answers);
}

/** What the form says stands where nothing is entered. */
export function filledFields(form: ShownForm | null, fields: Fields): Partial<Fields> {
  const { notes, primaryUseCase, estimatedDeliveryDate, thirdPartyOrderId, answers } = fields;
  const now = filled(form, {
    ...{ notes, useCase: primaryUseCase, wantedDate: estimatedDeliveryDate },
    ...{ reference: thirdPartyOrderId, answers },
  });
  return {
    ...{ notes: now.notes, primaryUseCase: now.useCase, estimatedDeliveryDate: now.wantedDate },
    ...{ thirdPartyOrderId: now.reference, answers: now.answers },
  };
}

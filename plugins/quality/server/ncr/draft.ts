import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { NcrDraft } from '@sinter/sdk/contract/quality/ncr';
import type { QualitySettings } from '@sinter/sdk/contract/quality/settings';
import type { CallContext } from '@sinter/sdk/server';
import { say } from '../texts.ts';
import { qualityPeople } from './people.ts';

const day = 86_400_000;

/** What an earlier settings knew and it has already, it keeps. */
type Kept = Partial<Pick<NcrDraft, 'type' | 'severity' | 'defectId' | 'assigneeId'>>;

/** Throws INVALID_INPUT, by field, for what the settings do not have and people who do not work with quality. `in`: path of the draft. */
export async function requireDraft(
  context: CallContext,
  draft: NcrDraft,
  { types, severities, defects }: QualitySettings,
  { kept = {}, within = '' }: { kept?: Kept; within?: string },
): Promise<void> {
  const fields: Record<string, Sentence> = {};
  const wrong = (field: string, message: Sentence) => (fields[`${within}${field}`] = message);
  if (draft.type !== kept.type && !types.some(({ key }) => key === draft.type)) wrong('type', say('noSuchChoice'));
  if (draft.severity !== kept.severity && !severities.some(({ key }) => key === draft.severity)) {
    wrong('severity', say('noSuchChoice'));
  }
  const { defectId, assigneeId } = draft;
  if (defectId !== null && defectId !== kept.defectId && !defects.some(({ id }) => id === defectId)) {
    wrong('defectId', say('noSuchChoice'));
  }
  if (assigneeId !== null && assigneeId !== kept.assigneeId) {
    const people = await qualityPeople(context);
    if (!people.some(({ userId }) => userId === assigneeId)) wrong('assigneeId', say('notQualityPerson'));
  }
  if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
}

/** When it should be closed: as somebody said, else as the severity says. */
export function dueAt(
  draft: Pick<NcrDraft, 'severity' | 'dueAt'>,
  { severities }: QualitySettings,
  from: Date,
): Date | null {
  if (draft.dueAt !== null) return new Date(draft.dueAt);
  const days = severities.find(({ key }) => key === draft.severity)?.dueDays ?? null;
  return days === null ? null : new Date(from.getTime() + days * day);
}

/** What it is found by. */
export const searchText = (
  number: string,
  batch: string,
  { title, description }: Pick<NcrDraft, 'title' | 'description'>,
): string => [number, title, description, batch].filter((part) => part !== '').join(' ');

export const columnsOf = (draft: NcrDraft) => ({
  title: draft.title,
  description: draft.description,
  type: draft.type,
  severity: draft.severity,
  defect_id: draft.defectId,
  affected_quantity: draft.affectedQuantity,
  characteristic: draft.characteristic,
  requirement: draft.requirement,
  measured: draft.measured,
  assignee_id: draft.assigneeId,
  customer_visible: draft.customerVisible,
});

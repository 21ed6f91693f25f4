import { refusal } from '@sinter/sdk/contract';
import type { CallContext, NoticeAnswers, NoticeKind, Work } from '@sinter/sdk/server';
import type { ReplyAddresses } from '../mail/replyAddresses.ts';
import type { AnswersTo } from './kinds.ts';

/** A notice whose email its reader may answer. */
export interface Answerable {
  person: CallContext;
  answers: NoticeAnswers;
  kind: string;
  subjectId: number;
  /** In whose name the email goes. */
  facilityId: number | null;
}

/** `null`: this reader answers nothing of that kind. */
export function answerable(
  answersTo: AnswersTo,
  person: CallContext | undefined,
  { id: kind }: NoticeKind,
  notice: Pick<Answerable, 'subjectId' | 'facilityId'>,
): Answerable | null {
  const answers = answersTo(kind);
  if (!person || !answers || refusal(answers.call.guard, person.user) !== null) return null;
  return { person, answers, kind, ...notice };
}

/** Where an email that tells all of these is answered; `null`: of several threads nobody knows which an answer is for. */
export async function addressFor(
  addresses: ReplyAddresses | null,
  unit: Work,
  told: readonly (Answerable | null)[],
): Promise<string | null> {
  const [first] = told;
  if (!addresses || !first || !told.every((one) => one !== null && isBeside(first, one))) return null;
  const { person, answers, kind, facilityId } = first;
  const thread = await answers.thread(person, [...new Set(told.flatMap((one) => one?.subjectId ?? []))]);
  if (thread === null) return null;
  return addresses.make(unit, { membershipId: person.membershipId, facilityId, kind, thread });
}

const isBeside = (one: Answerable, other: Answerable): boolean =>
  one.person.membershipId === other.person.membershipId &&
  one.facilityId === other.facilityId &&
  one.answers === other.answers;

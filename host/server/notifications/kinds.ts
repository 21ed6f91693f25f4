import { createToken } from '@sinter/sdk/plugin';
import { noticeAnswers, type NoticeAnswers, type NoticeKind } from '@sinter/sdk/server';
import type { ModuleHost } from '../hostModule.ts';

/** The kinds of notice that this node's server halves tell of. */
export class NoticeKinds {
  readonly #all: () => readonly (readonly NoticeKind[])[];
  #byId: ReadonlyMap<string, NoticeKind> | undefined;

  /** `all`: asked when every server half is there. */
  constructor(all: () => readonly (readonly NoticeKind[])[]) {
    this.#all = all;
  }

  get byId(): ReadonlyMap<string, NoticeKind> {
    if (this.#byId) return this.#byId;
    const kinds = this.#all().flat();
    const byId = new Map(kinds.map((kind) => [kind.id, kind]));
    if (byId.size < kinds.length) throw new Error('Two kinds of notice have the same id.');
    return (this.#byId = byId);
  }
}

export const knownNotices = createToken<NoticeKinds>('host/NoticeKindSet@1');

/** Where emails about a kind of notice are answered; nowhere, for most. */
export type AnswersTo = (kind: string) => NoticeAnswers | undefined;
export const answersIn =
  ({ all }: Pick<ModuleHost, 'all'>): AnswersTo =>
  (kind) =>
    all(noticeAnswers).find(({ kinds }) => kinds.some(({ id }) => id === kind));

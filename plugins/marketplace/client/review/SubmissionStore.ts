import type { CallResult } from '@sinter/sdk/contract/call';
import {
  approveExtension,
  blockExtension,
  publishExtension,
  readSubmission,
  readSubmissionFile,
  rejectExtension,
  reviewFigures,
} from '@sinter/sdk/contract/host/extensionReview';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { toast } from '@sinter/sdk/ui';
import type { Tier } from '../Tier.tsx';

export type Detail = CallResult<typeof readSubmission>;
type FileTexts = CallResult<typeof readSubmissionFile>;
type ReviewFiguresAnswer = CallResult<typeof reviewFigures>;

/** What is being decided beside the page. */
export type Deciding = 'approve' | 'publish' | 'block' | 'reject';

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 't'>;

/** One submitted version: its check, what differs, and the decision. */
export class SubmissionStore {
  deciding: Deciding | null = null;
  readonly reading: Question<void, Detail>;
  readonly figures: Question<string, ReviewFiguresAnswer>;
  /** A file that is being read, beside the one before. */
  readonly file: Question<string, FileTexts>;
  readonly approve: Action<[tier: Tier]>;
  readonly #host: Host;
  readonly #params: { packageId: number };

  constructor(host: Host, packageId: number) {
    const { api } = host;
    this.#host = host;
    const params = { packageId };
    this.#params = params;
    this.reading = new Question<void, Detail>(host, {
      ask: (_asked, signal) => api.call(readSubmission, { params }, { signal }),
      failed: 'the package could not be read',
      refreshOn: [on(registryChanged)],
      onAnswer: ({ id, state }) => {
        if (state === 'PUBLISHED' || state === 'BLOCKED' || state === 'APPROVED') this.figures.ask(id);
      },
    });
    this.figures = new Question<string, ReviewFiguresAnswer>(host, {
      ask: (id, signal) => api.call(reviewFigures, { params: { id } }, { signal }),
      failed: 'the figures of the app could not be read',
    });
    this.file = new Question<string, FileTexts>(host, {
      ask: (path, signal) => api.call(readSubmissionFile, { params, query: { path } }, { signal }),
      failed: 'the file could not be read',
    });
    this.approve = new Action<[Tier]>(host, {
      run: async (tier) => void (await api.call(approveExtension, { params, body: { tier } })),
      failed: 'the package was not approved',
      toast: true,
      onDone: () => this.#done('approve'),
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.reading.start(), this.figures.follow(), this.file.follow());
  }

  decide(deciding: Deciding | null): void {
    this.deciding = deciding;
  }

  /** Those of the four that make sense now. */
  get possible(): Deciding[] {
    const detail = this.reading.answer;
    if (detail === null) return [];
    const { state, errors } = detail;
    const waits = state === 'SUBMITTED' || state === 'CHECKED';
    return [
      ...((waits && errors === 0) || state === 'BLOCKED' ? (['approve'] as const) : []),
      ...(state === 'APPROVED' || state === 'PUBLISHED' ? (['publish', 'block'] as const) : []),
      ...(waits ? (['reject'] as const) : []),
    ];
  }

  /** Throws the refusal, for the form to show. */
  async publish(percent: number): Promise<void> {
    const facilityIds = this.reading.answer?.rollout.facilityIds ?? [];
    const body = { rollout: { percent, facilityIds } };
    await this.#host.api.call(publishExtension, { params: this.#params, body });
    this.#done('publish');
  }

  async refuse(deciding: 'block' | 'reject', reason: string): Promise<void> {
    const call = deciding === 'block' ? blockExtension : rejectExtension;
    await this.#host.api.call(call, { params: this.#params, body: { reason } });
    this.#done(deciding);
  }

  #done(deciding: Deciding): void {
    this.deciding = null;
    toast.success(this.#host.t(`decided.${deciding}`));
    this.reading.refresh();
  }
}

import type { CallResult } from '@sinter/sdk/contract/call';
import {
  decideClearance,
  listClearances,
  readExportPolicy,
  saveExportPolicy,
  type ExportPolicy,
} from '@sinter/sdk/contract/host/exportControl';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question, together } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';

export type ClearedPerson = CallResult<typeof decideClearance>;
type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate' | 'user'>;

/** Whether controlled work is done here, and who may see it. */
export class ExportControlStore {
  /** The one a decision is being made about. */
  deciding: { person: ClearedPerson; decision: 'VERIFY' | 'REVOKE' } | null = null;
  readonly policy: Question<void, ExportPolicy>;
  readonly people: List<ClearedPerson, Record<string, never>>;
  readonly #host: Host;

  constructor(host: Host) {
    const { api } = host;
    this.#host = host;
    this.policy = new Question<void, ExportPolicy>(host, {
      ask: (_asked, signal) => api.call(readExportPolicy, {}, { signal }),
      failed: 'the policy of export control could not be read',
    });
    this.people = new List<ClearedPerson, Record<string, never>>(host, {
      filters: textFilters({}),
      outsideAddress: true,
      keyOf: ({ userId }) => userId,
      page: async ({ page, size }, signal) => {
        const found = await api.call(listClearances, { query: { page, size } }, { signal });
        return { rows: found.content, total: found.totalElements };
      },
      failed: 'people of export control could not be read',
    });
    makeStore(this);
  }

  get ownId(): number {
    return this.#host.user.id;
  }

  start(): Dispose {
    return together(this.policy.start(), this.people.start());
  }

  ask(person: ClearedPerson, decision: 'VERIFY' | 'REVOKE'): void {
    this.deciding = { person, decision };
  }

  leave(): void {
    this.deciding = null;
  }

  /** Throws what the server says. */
  async savePolicy(policy: ExportPolicy): Promise<void> {
    this.policy.put(await this.#host.api.call(saveExportPolicy, { body: policy }));
  }

  /** Throws what the server says. */
  async decide(expiresOn: string, reason: string): Promise<void> {
    if (!this.deciding) return;
    const { person, decision } = this.deciding;
    const body = decision === 'VERIFY' ? { decision, expiresOn, reason } : { decision, reason };
    const decided = await this.#host.api.call(decideClearance, { params: { userId: person.userId }, body });
    const { rows, total, question } = this.people;
    question.put({ rows: rows.map((other) => (other.userId === decided.userId ? decided : other)), total });
    this.leave();
  }
}

import { lotChanged } from '@sinter/sdk/contract/production/lots';
import {
  issuePassport,
  passportIssued,
  readPassport,
  readPassportFile,
  type IssuedPassport,
  type PassportCopy,
  type PassportForm,
  type PassportPage,
} from '@sinter/sdk/contract/quality/passport';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 't'>;

/** What is asked before a passport is issued. */
export interface Issuing {
  eventId: string;
  names: boolean;
  shared: boolean;
}

/** The passport of a lot as it is now, and what was issued of it. */
export class PassportStore {
  readonly question: Question<void, PassportPage>;
  readonly issuing: Action<[], IssuedPassport>;
  asked: Issuing | null = null;
  /** Which copy is downloaded. */
  copy: PassportCopy = 'CUSTOMER';
  readonly #host: Host;
  readonly #lotId: number;

  constructor(host: Host, lotId: number) {
    this.#host = host;
    this.#lotId = lotId;
    const params = { lotId };
    this.question = new Question<void, PassportPage>(host, {
      ask: (_, signal) => host.api.call(readPassport, { params }, { signal }),
      failed: 'the passport could not be read',
      refreshOn: [
        on(lotChanged, (changed) => changed.lotId === lotId),
        on(passportIssued, (one) => one.lotId === lotId),
      ],
    });
    this.issuing = new Action<[], IssuedPassport>(host, {
      run: () => host.api.call(issuePassport, { params, body: this.asked ?? { eventId: newId() } }),
      onDone: () => {
        this.asked = null;
        this.question.refresh();
      },
      failed: 'the passport was not issued',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start();
  }

  ask(): void {
    this.asked = { eventId: newId(), names: false, shared: false };
  }

  choose(change: Partial<Issuing>): void {
    if (this.asked) this.asked = { ...this.asked, ...change };
  }

  drop(): void {
    this.asked = null;
  }

  take(copy: PassportCopy): void {
    this.copy = copy;
  }

  address(version: number, form: PassportForm): string {
    return this.#host.api.href(readPassportFile, {
      params: { lotId: this.#lotId, version, form },
      query: { copy: this.copy, ...(form === 'file' && { download: 'true' }) },
    });
  }
}

import type { CallResult } from '@sinter/sdk/contract/call';
import {
  checkEmailDomain,
  listEmailFailures,
  listEmailReplies,
  readEmailConfig,
  saveEmailConfig,
  sendTestEmail,
  type EmailConfig,
  type EmailConfigInput,
} from '@sinter/sdk/contract/host/emailConfig';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'log'>;

/** How the facility sends mail, what its servers said, and what its domain publishes. */
export class MailStore {
  tested: CallResult<typeof sendTestEmail> | null = null;
  domain: CallResult<typeof checkEmailDomain> | undefined;
  timesSaved = 0;
  readonly config: Question<void, EmailConfig>;
  readonly failures: Question<void, CallResult<typeof listEmailFailures>>;
  readonly replies: Question<void, CallResult<typeof listEmailReplies>>;
  readonly testing: Action<[], unknown>;
  readonly checking: Action<[], unknown>;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    this.config = new Question<void, EmailConfig>(host, {
      ask: (_asked, signal) => host.api.call(readEmailConfig, {}, { signal }),
      failed: 'the email settings could not be read',
      // Asked once, and only where the server receives any.
      onAnswer: ({ repliesDomain }) => {
        if (repliesDomain !== null && this.replies.last === null) this.replies.ask();
      },
    });
    this.failures = new Question<void, CallResult<typeof listEmailFailures>>(host, {
      ask: (_asked, signal) => host.api.call(listEmailFailures, {}, { signal }),
      failed: 'the mails that were refused could not be read',
    });
    this.replies = new Question<void, CallResult<typeof listEmailReplies>>(host, {
      ask: (_asked, signal) => host.api.call(listEmailReplies, {}, { signal }),
      failed: 'the replies that became no message could not be read',
    });
    this.testing = new Action<[], unknown>(host, {
      run: async () => this.#told(await host.api.call(sendTestEmail, {})),
      failed: 'a test mail was not asked for',
    });
    this.checking = new Action<[], unknown>(host, {
      run: async () => this.#checked(await host.api.call(checkEmailDomain, {})),
      failed: 'the domain was not looked up',
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.config.start(), this.failures.start(), this.replies.follow());
  }

  /** Throws the refusal, for the form to show. */
  async save(body: EmailConfigInput): Promise<void> {
    this.config.put(await this.#host.api.call(saveEmailConfig, { body }));
    this.#saved();
  }

  /** What was found out of the settings before is no longer so. */
  #saved(): void {
    this.tested = null;
    this.domain = undefined;
    this.timesSaved++;
  }

  #told(tested: CallResult<typeof sendTestEmail>): void {
    this.tested = tested;
  }

  #checked(domain: CallResult<typeof checkEmailDomain>): void {
    this.domain = domain;
  }
}

import type { CallResult } from '@sinter/sdk/contract/call';
import {
  emailTextKind,
  listEmailExamples,
  listEmailTemplates,
  previewEmailTemplate,
  testEmailTemplate,
  type EmailEvent,
  type EmailPreview,
  type EmailTrial,
} from '@sinter/sdk/contract/host/emailTemplates';
import { settingChanged } from '@sinter/sdk/contract/host/versions';
import { say } from '@sinter/sdk/i18n/said';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { toast } from '@sinter/sdk/ui';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 't'>;
export type Known = CallResult<typeof listEmailTemplates>;
export type Example = CallResult<typeof listEmailExamples>[number];

/** The events that are emailed, and an email as it would be sent. */
export class EmailTemplatesStore {
  search = '';
  example: Example | null = null;
  readonly templates: Question<void, Known>;
  readonly examples: Question<{ event: string; search: string }, Example[]>;
  readonly preview: Question<EmailTrial, EmailPreview>;
  readonly testing: Action<[EmailTrial], { to: string }>;

  constructor(host: Host) {
    const { api } = host;
    this.templates = new Question<void, Known>(host, {
      ask: (_asked, signal) => api.call(listEmailTemplates, {}, { signal }),
      failed: 'the email templates could not be read',
      refreshOn: [on(settingChanged, ({ kind }) => kind === emailTextKind)],
    });
    this.examples = new Question<{ event: string; search: string }, Example[]>(host, {
      ask: (query, signal) => api.call(listEmailExamples, { query }, { signal }),
      debounceMs: 300,
      failed: 'no examples could be found',
    });
    this.preview = new Question<EmailTrial, EmailPreview>(host, {
      ask: (body, signal) => api.call(previewEmailTemplate, { body }, { signal }),
      debounceMs: 400,
      failed: 'the email could not be shown',
    });
    this.testing = new Action<[EmailTrial], { to: string }>(host, {
      run: (body) => api.call(testEmailTemplate, { body }),
      failed: 'the test email was not sent',
      onDone: ({ to }) => void toast.success(host.t('templates.sent', { to })),
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.templates.start(), this.examples.follow(), this.preview.follow());
  }

  /** By category, those whose name has the word. */
  get found(): { id: string; title: string; events: EmailEvent[] }[] {
    const word = this.search.trim().toLocaleLowerCase();
    const categories = new Map<string, { id: string; title: string; events: EmailEvent[] }>();
    for (const event of this.templates.answer?.events ?? []) {
      if (!say(event.text, event.said).toLocaleLowerCase().includes(word)) continue;
      const { id, text, said } = event.category;
      const category = categories.get(id) ?? { id, title: say(text, said), events: [] };
      category.events.push(event);
      categories.set(id, category);
    }
    return [...categories.values()];
  }

  searchFor(text: string): void {
    this.search = text;
  }

  choose(example: Example | null): void {
    this.example = example;
  }

  /** Another event is about other things; another language about the same. */
  begin(event: string): void {
    if (this.examples.last?.asked.event === event) return;
    this.example = null;
    this.testing.forgive();
    this.examples.ask({ event, search: '' });
  }
}

import { reaction } from 'mobx';
import type { EmailTrial } from '@sinter/sdk/contract/host/emailTemplates';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, together } from '@sinter/sdk/state';
import { SettingEditor, type SettingEditorOptions } from '@sinter/sdk/state/versions';
import type { EmailTemplatesStore } from './EmailTemplatesStore.ts';

type Asked = Omit<EmailTrial, 'example'>;

/** A text of the facility as it is written, and the email that would come of it. */
export class EditedEmail<Value> {
  readonly editor: SettingEditor<Value>;
  readonly #event: string;
  readonly #store: EmailTemplatesStore;
  readonly #asked: (value: Value) => Asked | null;

  /** `asked`: what is to be shown; `null` where something is wrong with it. */
  constructor(
    host: Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'log' | 'user'>,
    options: SettingEditorOptions<Value>,
    { store, event, asked }: { store: EmailTemplatesStore; event: string; asked: (value: Value) => Asked | null },
  ) {
    this.editor = new SettingEditor<Value>(host, options);
    this.#store = store;
    this.#event = event;
    this.#asked = asked;
    makeStore(this);
  }

  get trial(): EmailTrial | null {
    const { value } = this.editor;
    const asked = value === null ? null : this.#asked(value);
    return asked && { ...asked, example: this.#store.example?.id ?? null };
  }

  start(): Dispose {
    this.#store.begin(this.#event);
    return together(
      this.editor.start(),
      reaction(
        () => JSON.stringify(this.trial),
        () => this.trial && this.#store.preview.ask(this.trial),
        { fireImmediately: true },
      ),
    );
  }

  find(search: string): void {
    this.#store.examples.ask({ event: this.#event, search });
  }
}

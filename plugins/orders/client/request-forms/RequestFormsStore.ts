import { settingChanged } from '@sinter/sdk/contract/host/versions';
import {
  addRequestForm,
  listRequestForms,
  switchRequestForm,
  type FormRow,
} from '@sinter/sdk/contract/orders/requestForms';
import { requestFormKind } from '@sinter/sdk/contract/orders/request';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';

type Forms = CallResult<typeof listRequestForms>;

/** The request forms of a facility, and what they can name. */
export class RequestFormsStore {
  readonly forms: Question<void, Forms>;
  readonly switching: Action<[FormRow], unknown>;
  readonly #host: Pick<PluginHost, 'api' | 'events' | 'log'>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>) {
    const { api } = host;
    this.#host = host;
    this.forms = new Question<void, Forms>(host, {
      ask: (_, signal) => api.call(listRequestForms, {}, { signal }),
      failed: 'the request forms could not be read',
      refreshOn: [on(settingChanged, ({ kind }) => kind === requestFormKind)],
    });
    this.switching = new Action<[FormRow], unknown>(host, {
      run: ({ id, enabled }) => api.call(switchRequestForm, { params: { id }, body: { enabled: !enabled } }),
      failed: 'the request form was not switched',
      onDone: () => this.forms.refresh(),
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.forms.start();
  }

  /** Throws the refusal, for the form to show. */
  async add(name: string, copyOf: number | null): Promise<number> {
    const { id } = await this.#host.api.call(addRequestForm, { body: { name, copyOf } });
    this.forms.refresh();
    return id;
  }
}

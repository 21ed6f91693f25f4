import {
  type AppForm,
  readAppForm,
  saveAppForm,
  type SettingField,
  type SettingValue,
} from '@sinter/sdk/contract/apps/settings';
import { deleteAppData, exportAppData } from '@sinter/sdk/contract/apps/storage';
import { readGrants, saveGrants } from '@sinter/sdk/contract/apps/token';
import { type Scope, scopeSchema } from '@sinter/sdk/contract/scopes';
import type { CallResult } from '@sinter/sdk/contract/call';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import type { Browser } from '#host/browser/browser.ts';

export type Granting = CallResult<typeof readGrants>;

/** What the form holds: an empty text or number is one that is not set. */
export interface Entered {
  values: Record<string, SettingValue | null>;
  /** Empty: stays as it is. */
  secrets: Record<string, string>;
  backend: string;
}

export function enteredOf({ fields, values, backend }: AppForm): Entered {
  const shown = (field: SettingField): SettingValue | null => {
    const value = values[field.name] ?? field.default;
    if (value !== null) return value;
    if (field.type === 'boolean') return false;
    return field.type === 'string' && !field.options ? '' : null;
  };
  return {
    values: Object.fromEntries(fields.filter(({ secret }) => !secret).map((field) => [field.name, shown(field)])),
    secrets: Object.fromEntries(fields.filter(({ secret }) => secret).map(({ name }) => [name, ''])),
    backend: backend?.address ?? '',
  };
}

/** As it is sent: what is empty is left out. */
export function sentOf({ values, secrets, backend }: Entered) {
  const kept = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, value] as const],
  );
  return {
    values: Object.fromEntries(kept),
    secrets: Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== '')),
    backend: backend.trim() === '' ? null : backend.trim(),
  };
}

/** Permissions, settings and data of one app in the facility. */
export class AppSettingsStore {
  form: AppForm | null = null;
  granting: Granting | null = null;
  readonly question: Question<void, { form: AppForm; granting: Granting }>;
  readonly deleting: Action<[]>;
  readonly #browser: Pick<Browser, 'api' | 'log'>;
  readonly #params: { id: string };

  constructor(browser: Pick<Browser, 'api' | 'log'>, id: string) {
    const { api, log } = browser;
    this.#browser = browser;
    this.#params = { id };
    this.deleting = new Action<[]>(
      { log },
      {
        run: async () => void (await api.call(deleteAppData, { params: { id } })),
        onDone: () => this.question.refresh(),
        failed: 'what an app has kept was not deleted',
      },
    );
    this.question = new Question<void, { form: AppForm; granting: Granting }>(
      { log },
      {
        ask: async (_asked, signal) => {
          const [form, granting] = await Promise.all([
            api.call(readAppForm, { params: { id } }, { signal }),
            api.call(readGrants, { params: { id } }, { signal }),
          ]);
          return { form, granting };
        },
        onAnswer: ({ form, granting }) => {
          this.form = form;
          this.granting = granting;
        },
        failed: 'the settings of an app could not be read',
      },
    );
    makeStore(this);
  }

  get exportHref(): string {
    return this.#browser.api.href(exportAppData, { params: this.#params });
  }

  async save(entered: Entered): Promise<void> {
    const revision = this.form?.revision ?? 0;
    const saved = await this.#browser.api.call(saveAppForm, {
      params: this.#params,
      body: { revision, ...sentOf(entered) },
    });
    this.accept(saved);
  }

  accept(form: AppForm): void {
    this.form = form;
  }

  async grant(granted: Readonly<Record<string, boolean>>): Promise<void> {
    const scopes = (this.granting?.asked ?? []).flatMap(({ scope }): Scope[] =>
      granted[scope] ? [scopeSchema.parse(scope)] : [],
    );
    this.acceptGrants(await this.#browser.api.call(saveGrants, { params: this.#params, body: { scopes } }));
  }

  acceptGrants(granting: Granting): void {
    this.granting = granting;
  }
}

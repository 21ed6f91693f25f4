import { runInAction } from 'mobx';
import { settingChanged } from '@sinter/sdk/contract/host/versions';
import { requestFormKind, type FormChoice } from '@sinter/sdk/contract/orders/request';
import type { ShownForm, StandardField } from '@sinter/sdk/contract/orders/requestForms';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question } from '@sinter/sdk/state';

const ruleOf = (form: ShownForm | null, field: StandardField) => form?.standard[field]?.rule ?? 'OPTIONAL';
export const shows = (form: ShownForm | null, field: StandardField): boolean => ruleOf(form, field) !== 'HIDDEN';
export const needs = (form: ShownForm | null, field: StandardField): boolean => ruleOf(form, field) === 'REQUIRED';
export const choiceOfForm = (form: ShownForm | null): FormChoice | null =>
  form && { id: form.id, version: form.version };
const isSame = (one: ShownForm | null, other: ShownForm | null) =>
  one?.id === other?.id && one?.version === other?.version;

/** The form that asks. A new one that is published meanwhile is taken at once where nothing was begun, and offered where it was. */
export class AskedForm {
  form: ShownForm | null = null;
  /** Stays as it is although there is a newer one. */
  keeps = false;
  readonly #question: Question<void, { form: ShownForm | null }>;
  readonly #onTaken: (form: ShownForm | null) => void;
  #known = false;

  /** `begun`: something is entered; `onTaken` hears of each form that asks from now on. */
  constructor(
    host: Pick<PluginHost, 'api' | 'events' | 'log'>,
    { begun, onTaken }: { begun: () => boolean; onTaken: (form: ShownForm | null) => void },
  ) {
    this.#onTaken = onTaken;
    this.#question = new Question<void, { form: ShownForm | null }>(host, {
      ask: async (_, signal) => (await import('./presentForm.ts')).presentForm(host, signal),
      failed: 'the request form could not be loaded',
      onAnswer: () => {
        this.keeps = false;
        if (!this.#known || !begun()) this.take();
      },
      refreshOn: [on(settingChanged, ({ kind }) => kind === requestFormKind)],
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.#question.start();
  }

  /** Another one asks since this one was begun with. */
  get isReplaced(): boolean {
    const { answer } = this.#question;
    return this.#known && !this.keeps && answer !== null && !isSame(answer.form, this.form);
  }

  keep(): void {
    this.keeps = true;
  }

  take(): void {
    this.hold(this.#question.answer?.form ?? null);
    this.#onTaken(this.form);
  }

  /** Of a draft that was begun with it. */
  hold(form: ShownForm | null): void {
    runInAction(() => {
      this.#known = true;
      if (!isSame(form, this.form)) this.form = form;
    });
  }
}

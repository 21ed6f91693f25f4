import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract/errors';

interface FormOptions<Values extends Record<string, string>, Output> {
  initial: Values;
  schema: z.ZodType<Output, Values>;
  submit: (values: Output) => Promise<void>;
}

/**
 * A form of a few lines of text, for the screens before the sign-in, which may not weigh what the SDK's forms do.
 * Messages appear once a field was left or the form sent; those of the server stand at their fields.
 */
export class FormStore<Values extends Record<string, string>, Output> {
  values: Values;
  busy = false;
  /** What went wrong that is not about one field. */
  failure: unknown = null;
  /** Fields that the person has left, or tried to send. */
  touched: readonly (keyof Values)[] = [];
  /** What the server says of single fields. */
  refused: Readonly<Record<string, string>> = {};
  readonly #options: FormOptions<Values, Output>;

  constructor(options: FormOptions<Values, Output>) {
    this.#options = options;
    this.values = options.initial;
    const byReference = {
      values: observableRef,
      failure: observableRef,
      refused: observableRef,
      touched: observableRef,
    };
    makeAutoObservable(this, byReference, { autoBind: true });
  }

  /** The field's message, once it is due. */
  problem(name: keyof Values & string): string | undefined {
    if (this.refused[name]) return this.refused[name];
    return this.touched.includes(name) ? this.#own(name) : undefined;
  }

  change(name: keyof Values & string, value: string): void {
    this.values = { ...this.values, [name]: value };
    const { [name]: _gone, ...others } = this.refused;
    this.refused = others;
  }

  leave(name: keyof Values & string): void {
    this.touched = [...this.touched, name];
  }

  clear(): void {
    this.values = this.#options.initial;
    this.touched = [];
    this.refused = {};
    this.failure = null;
  }

  async submit(): Promise<void> {
    if (this.busy) return;
    this.touched = Object.keys(this.values);
    const parsed = this.#options.schema.safeParse(this.values);
    this.failure = null;
    if (!parsed.success) return;
    this.busy = true;
    try {
      await this.#options.submit(parsed.data);
    } catch (error) {
      runInAction(() => this.#refuse(error));
    } finally {
      runInAction(() => (this.busy = false));
    }
  }

  #own(name: string): string | undefined {
    const parsed = this.#options.schema.safeParse(this.values);
    return parsed.error?.issues.find(({ path }) => path[0] === name)?.message;
  }

  #refuse(error: unknown): void {
    const fields = error instanceof CallError ? error.fields : {};
    this.refused = Object.fromEntries(Object.entries(fields).filter(([name]) => name in this.values));
    if (Object.keys(this.refused).length === 0) this.failure = error;
  }
}

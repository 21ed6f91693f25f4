import { reaction } from 'mobx';
import * as z from 'zod';
import { answerGuestTask, type GuestTaskPage } from '@sinter/sdk/contract/host/guests';
import { Kept, tabStorage } from '@sinter/sdk/state/entered';
import type { Browser } from '#host/browser/browser.ts';
import { FormStore } from './FormStore.ts';

interface GuestAnswerOptions {
  browser: Pick<Browser, 'api' | 'log'>;
  token: string;
  before: GuestTaskPage['answered'];
  /** Under an empty field. */
  required: { name: string; text: string };
  onAnswered: (task: GuestTaskPage) => void;
  /** Takes what is thrown when it was not answered, or throws it. */
  onFailed: (error: unknown) => void;
}

const entered = z.object({ name: z.string(), text: z.string() });

/** The answer to a task; a reload loses nothing of it. `start` begins to keep it. */
export function guestAnswer({ browser, token, before, required, onAnswered, onFailed }: GuestAnswerOptions) {
  const kept = new Kept(browser, tabStorage(), `guestTask.${token}`, entered);
  const form = new FormStore({
    initial: kept.read() ?? { name: before?.by ?? '', text: before?.text ?? '' },
    schema: z.object({
      name: z.string().trim().min(1, required.name).max(120),
      text: z.string().trim().min(1, required.text).max(4000),
    }),
    submit: async (values) => {
      try {
        const task = await browser.api.call(answerGuestTask, { body: { token, ...values } });
        kept.forget();
        onAnswered(task);
      } catch (error) {
        onFailed(error);
      }
    },
  });
  return {
    form,
    start: () =>
      reaction(
        () => form.values,
        (values) => kept.write(values),
      ),
  };
}

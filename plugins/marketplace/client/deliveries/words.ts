import type { DeliveryProblem } from '@sinter/sdk/contract/apps/deliveries';
import type { PluginHost } from '@sinter/sdk/plugin';

type Say = PluginHost['t'];

/** What a server answered, or why it did not. */
export const answerText = (
  t: Say,
  { code, problem }: { code: number | null; problem: DeliveryProblem | null },
): string => (problem === null ? t('answer.ok') : t(`answer.${problem}`, { code: code ?? '' }));

/** An event in words; one of the app's own has the vendor's name. */
export function eventText(t: Say, type: string): string {
  const known = t(`event.${type}`);
  return known === '' ? type : known;
}

export const everyText = (t: Say, { every, dailyAt }: { every: number | null; dailyAt: string | null }): string =>
  dailyAt === null ? t('schedules.minutes', { count: every ?? 0 }) : t('schedules.daily', { time: dailyAt });

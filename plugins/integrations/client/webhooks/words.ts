import type { PluginHost } from '@sinter/sdk/plugin';
import type { Webhook } from './WebhooksStore.ts';

/** What its server answered, or why it did not. */
export const answerText = (
  t: PluginHost['t'],
  { code, problem }: Pick<NonNullable<Webhook['last']>, 'code' | 'problem'>,
): string => (problem === null ? t('answer.ok', { code: code ?? '' }) : t(`answer.${problem}`, { code: code ?? '' }));

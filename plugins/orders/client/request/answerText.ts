import type { FileDto } from '@sinter/sdk/contract/host/files';
import type { Answer } from '@sinter/sdk/contract/orders/request';
import type { FormField } from '@sinter/sdk/contract/orders/requestForms';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';

/** An answer in the reader's words; empty where there is none. */
export function answerText(
  t: PluginHost['t'],
  { kind, unit }: FormField,
  answer: Answer | undefined,
  files: readonly FileDto[],
): string {
  if (answer === undefined) return '';
  if (typeof answer === 'boolean') return t(answer ? 'yes' : 'no');
  if (typeof answer === 'number') return `${formatNumber(answer)} ${unit}`.trim();
  if (typeof answer !== 'string') {
    return answer.map((id) => files.find((file) => file.id === id)?.fileName ?? t('form.file', { id })).join(', ');
  }
  return kind === 'DATE' && /^\d{4}-\d{2}-\d{2}$/.test(answer) ? formatDate(`${answer}T12:00:00Z`) : answer;
}

import type { EmailFrame, EmailText } from '@sinter/sdk/contract/host/emailTemplates';
import { unknownTokens } from '@sinter/sdk/contract/host/emailTemplates';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { SettingFact } from '@sinter/sdk/state/versions';

type Texts = PluginHost['t'];

export const textFacts = (t: Texts, { subject, body }: EmailText): SettingFact[] => [
  { key: 'subject', label: t('templates.subject'), text: subject || t('templates.ours') },
  { key: 'body', label: t('templates.body'), text: body || t('templates.ours') },
];

export const frameFacts = (t: Texts, { header, footer }: EmailFrame): SettingFact[] => [
  { key: 'header', label: t('templates.header'), text: header },
  { key: 'footer', label: t('templates.footer'), text: footer },
];

/** What is wrong with the tokens in a text, in words. */
export function tokenProblem(t: Texts, text: string, known: readonly string[]): string | undefined {
  const wrong = unknownTokens(text, known);
  if (wrong.length === 0) return undefined;
  return t('templates.unknown', { token: wrong.join(', '), tokens: known.map((id) => `{{${id}}}`).join(', ') });
}

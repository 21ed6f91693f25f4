import type { FormField } from '@sinter/sdk/contract/orders/requestForms';
import { i18n } from '@sinter/sdk/i18n';

/** Label and help in the reader's language, where the form has them. */
export function fieldText({ label, help, texts }: Pick<FormField, 'label' | 'help' | 'texts'>) {
  const own = texts[i18n.language.replace('-', '_')];
  return { label: own?.label || label, help: own?.help || help };
}

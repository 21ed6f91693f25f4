import type { CallResult } from '@sinter/sdk/contract/call';
import { standardFieldSchema, type listRequestForms, type RequestForm } from '@sinter/sdk/contract/orders/requestForms';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { SettingFact } from '@sinter/sdk/state/versions';

/** What a form says, in the reader's words, for what changed between two versions. */
export function factsOf(
  t: PluginHost['t'],
  form: RequestForm,
  known: CallResult<typeof listRequestForms>,
): SettingFact[] {
  const all = { processIds: known.processes, materialIds: known.materials, finishIds: known.finishes };
  const names = (ids: readonly number[] | null, list: readonly { id: number; name: string }[], none: string) =>
    ids === null || ids.length === 0
      ? t(none)
      : ids.map((id) => list.find((each) => each.id === id)?.name ?? `#${id}`).join(', ');
  return [
    { key: 'name', label: t('forms.name'), text: form.name },
    {
      key: 'companyIds',
      label: t('forms.customers'),
      text: names(form.companyIds, known.customers, 'forms.everybody'),
    },
    {
      key: 'departments',
      label: t('forms.departments'),
      text: form.departments.join(', ') || t('forms.allDepartments'),
    },
    ...standardFieldSchema.options.map((field) => {
      const { rule, value } = form.standard[field] ?? { rule: 'OPTIONAL', value: '' };
      const text = [t(`forms.rule.${rule}`), value].filter((part) => part !== '').join(': ');
      return { key: `standard.${field}`, label: t(`forms.field.${field}`), text };
    }),
    { key: 'order', label: t('forms.order'), text: form.fields.map(({ label }) => label).join(', ') },
    ...form.fields.map(({ id, label, kind, required, help, unit, min, max, choices, value, texts }) => ({
      key: `field.${id}`,
      label,
      text: [
        ...[t(`forms.kind.${kind}`), required ? t('forms.rule.REQUIRED') : '', label, help, unit],
        ...[min === null ? '' : `≥ ${min}`, max === null ? '' : `≤ ${max}`, choices.join(', '), value],
        ...Object.entries(texts).map(
          ([language, text]) => `${t(`forms.language.${language}`)}: ${text.label} ${text.help}`,
        ),
      ]
        .filter((part) => part !== '')
        .join(' · '),
    })),
    ...(['processIds', 'materialIds', 'finishIds'] as const).map((key) => ({
      key,
      label: t(`forms.${key}`),
      text: names(form[key], all[key], 'forms.allOffered'),
    })),
    {
      key: 'sourcing',
      label: t('forms.sourcing'),
      text: t(form.sourcing ? `forms.sourcing.${form.sourcing}` : 'forms.customerChooses'),
    },
    {
      key: 'quoteWindowDays',
      label: t('forms.quoteWindow'),
      text: form.quoteWindowDays === null ? '–' : String(form.quoteWindowDays),
    },
    { key: 'nda', label: t('forms.nda'), text: t(`forms.nda.${form.nda}`) },
    { key: 'autoQuote', label: t('forms.autoQuote'), text: t(form.autoQuote ? 'yes' : 'no') },
  ];
}

import * as z from 'zod';
import type { PluginHost } from '@sinter/sdk/plugin';
import { useTexts } from '@sinter/sdk/ui';
import { DateField } from '@sinter/sdk/ui/dates';
import { NumberField, SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import { defectOptions } from '../defects.ts';
import type { NcrChoices } from './NcrsStore.ts';
import { keyText } from './words.tsx';

/** A draft as it is entered: the date is a day. */
export interface DraftValues {
  title: string;
  description: string;
  type: string;
  severity: string;
  defectId: number | null;
  affectedQuantity: number;
  characteristic: string;
  requirement: string;
  measured: string;
  assigneeId: number | null;
  dueOn: string | null;
}

export const draftSchema = (t: PluginHost['t']) =>
  z.object({
    description: z.string().trim().max(4000),
    defectId: z.number().nullable(),
    characteristic: z.string().trim().max(160),
    requirement: z.string().trim().max(160),
    measured: z.string().trim().max(160),
    assigneeId: z.number().nullable(),
    title: z.string().trim().min(1, t('ncr.title.needed')).max(160),
    type: z.string().min(1, t('ncr.type.needed')),
    severity: z.string().min(1, t('ncr.severity.needed')),
    affectedQuantity: z.number(t('ncr.quantity.needed')).int().min(1, t('ncr.quantity.needed')).max(1_000_000),
    dueOn: z.string().nullable(),
  });

/** The end of the day is due, wherever it is read. */
export const dueAtOf = (day: string | null): string | null => (day === null ? null : `${day.slice(0, 10)}T23:59:59Z`);

/** What is written down of a non-conformance. */
export function DraftFields({ choices }: { choices: NcrChoices }) {
  const t = useTexts();
  const { types, severities, defects, people } = choices;
  return (
    <>
      <TextField name="title" label={t('ncr.title')} required maxLength={160} />
      <SelectField
        name="type"
        label={t('ncr.type')}
        required
        options={types.map(({ key }) => ({ value: key, label: keyText(t, 'type', key, types) }))}
      />
      <SelectField
        name="severity"
        label={t('ncr.severity')}
        required
        options={severities.map(({ key }) => ({ value: key, label: keyText(t, 'severity', key, severities) }))}
      />
      {defects.length > 0 && (
        <SelectField
          name="defectId"
          label={t('ncr.defect')}
          clearable
          options={defectOptions(defects).map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <NumberField name="affectedQuantity" label={t('ncr.quantity')} required min={1} precision={0} />
      <TextareaField name="description" label={t('ncr.description')} maxLength={4000} rows={4} />
      <TextField name="characteristic" label={t('ncr.characteristic')} maxLength={160} />
      <TextField name="requirement" label={t('ncr.requirement')} maxLength={160} />
      <TextField name="measured" label={t('ncr.measured')} maxLength={160} />
      {people.length > 0 && (
        <SelectField
          name="assigneeId"
          label={t('ncr.assignee')}
          clearable
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <DateField name="dueOn" label={t('ncr.due')} hint={t('ncr.due.hint')} />
    </>
  );
}

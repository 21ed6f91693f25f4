import * as z from 'zod';
import { capaSourceSchema, capaTypeSchema, type CapaSource, type CapaType } from '@sinter/sdk/contract/quality/capas';
import { capaMethodSchema, type CapaMethod } from '@sinter/sdk/contract/quality/capaTemplates';
import type { PluginHost } from '@sinter/sdk/plugin';
import { useTexts } from '@sinter/sdk/ui';
import { DateField } from '@sinter/sdk/ui/dates';
import { SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import type { People } from './people.ts';

export interface DetailValues {
  title: string;
  type: CapaType;
  source: CapaSource;
  method: CapaMethod;
  problem: string;
  ownerId: number | null;
  dueOn: string | null;
}

export const detailSchema = (t: PluginHost['t']) =>
  z.object({
    title: z.string().trim().min(1, t('ncr.title.needed')).max(160),
    type: capaTypeSchema,
    source: capaSourceSchema,
    method: capaMethodSchema,
    problem: z.string().trim().max(4000),
    ownerId: z.number().nullable(),
    dueOn: z.string().nullable(),
  });

/** What a corrective or preventive action is about, and whose it is. */
export function DetailFields({ people }: { people: People }) {
  const t = useTexts();
  return (
    <>
      <TextField name="title" label={t('capa.title')} required maxLength={160} />
      <SelectField
        name="type"
        label={t('capa.type')}
        required
        options={capaTypeSchema.options.map((value) => ({ value, label: t(`capa.type.${value}`) }))}
      />
      <SelectField
        name="source"
        label={t('capa.source')}
        required
        options={capaSourceSchema.options.map((value) => ({ value, label: t(`capa.source.${value}`) }))}
      />
      <SelectField
        name="method"
        label={t('capa.method')}
        hint={t('capa.method.hint')}
        required
        options={capaMethodSchema.options.map((value) => ({ value, label: t(`capa.method.${value}`) }))}
      />
      <TextareaField name="problem" label={t('capa.problem')} hint={t('capa.problem.hint')} maxLength={4000} rows={5} />
      <SelectField
        name="ownerId"
        label={t('capa.owner')}
        clearable
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <DateField name="dueOn" label={t('capa.due')} />
    </>
  );
}

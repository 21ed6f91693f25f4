import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import { type Equipment, listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import { Question } from '@sinter/sdk/state';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { DateField, today } from '@sinter/sdk/ui/dates';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { NumberField, SelectField, TextField } from '@sinter/sdk/ui/form';
import type { Maintenance } from './Maintenance.ts';
import { planSchema } from './plan.ts';

export const PlanDrawer = observer(function PlanDrawer({
  store,
  onClose,
}: {
  store: Maintenance;
  onClose: () => void;
}) {
  const host = usePlugin();
  const t = useTexts();
  const [machines] = useState(
    () =>
      new Question<null, Equipment[]>(host, {
        ask: (_, signal) => host.api.call(listEquipments, { query: {} }, { signal }),
        failed: 'the machines could not be loaded',
      }),
  );
  useEffect(() => machines.start(null), [machines]);
  const schema = z.object({
    equipmentId: z
      .number()
      .nullable()
      .pipe(z.number({ error: t('machine.needed') })),
    task: z.string().trim().min(1, t('task.needed')).max(200),
    everyDays: z
      .number()
      .nullable()
      .pipe(
        z
          .number({ error: t('everyDays.needed') })
          .int()
          .min(1)
          .max(1000),
      ),
    everyBuildHours: planSchema.shape.everyBuildHours,
    lastDone: z
      .string()
      .nullable()
      .pipe(z.iso.date({ error: t('lastDone.needed') })),
  });
  const first: z.input<typeof schema> = {
    equipmentId: null,
    task: '',
    everyDays: 90,
    everyBuildHours: null,
    lastDone: today(),
  };
  return (
    <FormDrawer
      keep="sinter-labs.maintenance.new"
      title={t('add')}
      size={460}
      onClose={onClose}
      initialValues={first}
      schema={schema}
      onSubmit={async (values) => {
        const machine = machines.answer?.find(({ id }) => id === values.equipmentId);
        await store.add({ ...values, machine: machine?.displayName ?? String(values.equipmentId) });
        onClose();
      }}
    >
      <SelectField
        name="equipmentId"
        label={t('machine')}
        required
        options={(machines.answer ?? []).map(({ id, displayName }) => ({ value: id, label: displayName }))}
      />
      <TextField name="task" label={t('task')} required maxLength={200} />
      <NumberField name="everyDays" label={t('everyDays')} required min={1} max={1000} precision={0} />
      <NumberField
        name="everyBuildHours"
        label={t('everyBuildHours')}
        hint={t('everyBuildHours.hint')}
        min={1}
        max={10_000}
        precision={0}
      />
      <DateField name="lastDone" label={t('lastDone')} required max={today()} />
    </FormDrawer>
  );
});

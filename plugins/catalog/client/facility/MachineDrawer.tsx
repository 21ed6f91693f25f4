import { useEffect, useRef, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import * as z from 'zod';
import { materialRoleSchema } from '@sinter/sdk/contract/catalog/machines';
import { ErrorNotice, toast, useTexts } from '@sinter/sdk/ui';
import { Form, FormActions, NumberField, SelectField, TextField } from '@sinter/sdk/ui/form';
import type { Facility, Machine } from './Facility.ts';
import { MachinePicture } from './MachinePicture.tsx';
import type { MachinesStore } from './MachinesStore.ts';
import { MaterialsField } from './MaterialsField.tsx';
import { ModelField } from './ModelField.tsx';
import { decimalsOf, fromMinor, largest, toMinor } from './money.ts';
import { OwnModel } from './OwnModel.tsx';

interface MachineDrawerProps {
  store: MachinesStore;
  facility: Facility;
  /** `null`: a new one. */
  machine: Machine | null;
}

/** One machine; a model that the library lacks is added in the same place. */
export default observer(function MachineDrawer({ store, facility, machine }: MachineDrawerProps) {
  const t = useTexts();
  const [dirty, setDirty] = useState(false);
  const [ownDirty, setOwnDirty] = useState(false);
  /** Puts the added model into the machine's form; `null` while no model is being added. */
  const [onModel, setOnModel] = useState<((id: number) => void) | null>(null);
  const { currency } = facility;
  const schema = z.object({
    displayName: z.string().trim().min(1, t('facility.machine.name.needed')).max(120),
    machineId: z
      .number({ error: t('facility.model.needed') })
      .nullable()
      .refine((id) => id !== null, t('facility.model.needed')),
    materials: z.array(z.object({ id: z.number(), role: materialRoleSchema })),
    currentlyUsedMaterialId: z.number().nullable(),
    rate: z
      .number({ error: t('facility.rate.needed') })
      .nullable()
      .refine((rate) => rate !== null, t('facility.rate.needed')),
    layerHeightUm: z.number().int().nullable(),
  });
  const form = useRef<HTMLDivElement>(null);
  const adding = onModel !== null;
  const wasAdding = useRef(false);
  // From the model that was being added back to the field of the model.
  useEffect(() => {
    if (wasAdding.current && !adding) form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus();
    wasAdding.current = adding;
  }, [adding]);
  const finish = () => {
    setOnModel(null);
    setOwnDirty(false);
  };
  return (
    <SideDrawer
      title={machine ? t('facility.machine.edit', { name: machine.displayName }) : t('facility.machine.add')}
      size={640}
      unsaved={dirty || ownDirty || store.picture !== null || store.uploading !== null}
      onClose={store.close}
    >
      {store.models.error !== null && (
        <ErrorNotice subject={t('facility.model')} error={store.models.error} onRetry={store.models.retry} />
      )}
      {onModel && (
        <OwnModel
          store={store}
          facility={facility}
          onDirty={setOwnDirty}
          onAdded={(id) => {
            onModel(id);
            finish();
          }}
          onCancel={finish}
        />
      )}
      <div ref={form} hidden={adding}>
        <Form
          keep={`catalog.machine.${machine?.id ?? 'new'}`}
          onUnsaved={setDirty}
          initialValues={{
            displayName: machine?.displayName ?? '',
            machineId: machine?.machine.id ?? null,
            materials: machine?.materialRoles ?? [],
            currentlyUsedMaterialId: machine?.currentlyUsedMaterialId ?? null,
            layerHeightUm: machine?.layerHeightUm ?? null,
            rate: machine?.hourlyRate == null ? null : fromMinor(machine.hourlyRate, currency),
          }}
          schema={schema}
          onSubmit={async ({ rate, machineId, ...values }) => {
            if (machineId === null || rate === null) return;
            await store.save({ ...values, machineId, hourlyRate: toMinor(rate, currency) });
            toast.success(t('facility.machine.saved', { name: values.displayName }));
          }}
        >
          {({ values, setFieldValue }) => (
            <>
              <TextField
                name="displayName"
                label={t('facility.machine.name')}
                required
                maxLength={120}
                hint={t('facility.machine.name.hint')}
              />
              <ModelField
                store={store}
                machine={machine}
                onOwn={() => setOnModel(() => (id: number) => void setFieldValue('machineId', id))}
              />
              <MaterialsField store={store} facility={facility} machine={machine} />
              <SelectField
                name="currentlyUsedMaterialId"
                label={t('facility.loaded')}
                clearable
                placeholder={t('facility.loaded.none')}
                options={values.materials.map(({ id }) => ({ value: id, label: facility.material(id)?.name ?? '' }))}
              />
              <NumberField
                name="rate"
                label={t('facility.rate')}
                required
                min={0}
                max={largest(currency)}
                precision={decimalsOf(currency)}
                suffix={t('facility.rate.unit', { currency })}
              />
              <NumberField
                name="layerHeightUm"
                label={t('facility.layer')}
                hint={t('facility.layer.hint')}
                min={1}
                max={5000}
                suffix="µm"
              />
              <MachinePicture store={store} name={values.displayName} />
              <FormActions disabled={store.uploading !== null} />
            </>
          )}
        </Form>
      </div>
    </SideDrawer>
  );
});

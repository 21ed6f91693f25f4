import { useEffect, useRef } from 'react';
import { AutoComplete } from 'antd';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { machineKindSchema } from '@sinter/sdk/contract/catalog/catalog';
import { useTexts } from '@sinter/sdk/ui';
import { FieldFrame, Form, FormActions, NumberField, SelectField, TextField } from '@sinter/sdk/ui/form';
import { Select } from '@sinter/sdk/ui/select';
import type { Facility } from './Facility.ts';
import type { MachinesStore } from './MachinesStore.ts';
import css from './facility.module.css';

interface OwnModelProps {
  store: MachinesStore;
  facility: Facility;
  onDirty: (dirty: boolean) => void;
  onAdded: (id: number) => void;
  onCancel: () => void;
}

/** A model that the library lacks. */
export const OwnModel = observer(function OwnModel({ store, facility, onDirty, onAdded, onCancel }: OwnModelProps) {
  const t = useTexts();
  const here = useRef<HTMLElement>(null);
  // It has taken the place of the button that opened it.
  useEffect(() => here.current?.querySelector('input')?.focus(), []);
  const side = z.number().min(1).max(20_000).nullable();
  const schema = z
    .object({
      manufacturer: z.string().trim().min(1, t('facility.maker.needed')).max(120),
      modelName: z.string().trim().min(1, t('facility.model.name.needed')).max(120),
      kind: machineKindSchema,
      amProcessId: z
        .number()
        .nullable()
        .refine((id) => id !== null, t('facility.process.needed')),
      generalMaterials: z.array(z.number()).max(50),
      ...{ x: side, y: side, z: side },
    })
    .superRefine(({ kind, ...box }, context) => {
      if (kind === 'POST_PROCESSING_MACHINE' && box.x === null && box.y === null && box.z === null) return;
      for (const axis of ['x', 'y', 'z'] as const) {
        if (box[axis] === null)
          context.addIssue({ code: 'custom', path: [axis], message: t('facility.volume.needed') });
      }
    });
  const makers = [...new Set((store.models.answer ?? []).map(({ manufacturer }) => manufacturer.name))];
  return (
    <section ref={here} aria-label={t('facility.model.own.title')}>
      <h3 className={css['heading']}>{t('facility.model.own.title')}</h3>
      <p className={css['lead']}>{t('facility.model.own.text')}</p>
      <Form
        keep="catalog.model.new"
        onUnsaved={onDirty}
        initialValues={{
          ...{ manufacturer: '', modelName: '', kind: 'THREED_PRINTER', amProcessId: null, generalMaterials: [] },
          ...{ x: null, y: null, z: null },
        }}
        schema={schema}
        onSubmit={async ({ x, y, z: height, amProcessId, ...model }) => {
          if (amProcessId === null) return;
          const buildVolume = x === null || y === null || height === null ? null : { x, y, z: height };
          onAdded(await store.addModel({ ...model, amProcessId, buildVolume }));
        }}
      >
        {({ values }) => (
          <>
            <div className={css['fields']}>
              <FieldFrame<string> name="manufacturer" label={t('facility.maker')} required>
                {({ value, change, control }) => (
                  <AutoComplete
                    {...control}
                    value={value}
                    style={{ width: '100%' }}
                    options={makers.map((maker) => ({ value: maker }))}
                    showSearch={{
                      filterOption: (input, option) =>
                        (option?.value ?? '').toLowerCase().includes(input.toLowerCase()),
                    }}
                    maxLength={120}
                    onChange={change}
                  />
                )}
              </FieldFrame>
              <TextField name="modelName" label={t('facility.model.name')} required maxLength={120} />
              <SelectField
                name="kind"
                label={t('facility.kind')}
                required
                options={machineKindSchema.options.map((value) => ({ value, label: t(`facility.kind.${value}`) }))}
              />
              <SelectField
                name="amProcessId"
                label={t('facility.process')}
                required
                options={facility.processes.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </div>
            <fieldset className={css['box']}>
              <legend>{t('facility.volume')}</legend>
              {(['x', 'y', 'z'] as const).map((axis) => (
                <NumberField
                  key={axis}
                  name={axis}
                  label={t(`facility.volume.${axis}`)}
                  required={values.kind === 'THREED_PRINTER'}
                  min={1}
                  max={20_000}
                  suffix="mm"
                />
              ))}
            </fieldset>
            <FieldFrame<number[]>
              name="generalMaterials"
              label={t('facility.families')}
              hint={t('facility.families.hint')}
            >
              {({ value, change, control }) => (
                <Select<number[]>
                  {...control}
                  value={value}
                  mode="multiple"
                  style={{ width: '100%' }}
                  options={facility.families.map((family) => ({ value: family.id, label: family.name }))}
                  showSearch={{ optionFilterProp: 'label' }}
                  onChange={change}
                />
              )}
            </FieldFrame>
            <FormActions save={t('facility.model.own.add')} cancel={t('facility.back')} onCancel={onCancel} />
          </>
        )}
      </Form>
    </section>
  );
});

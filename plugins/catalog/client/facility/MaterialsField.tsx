import { useFormikContext } from 'formik';
import { observer } from 'mobx-react-lite';
import { materialRoleSchema } from '@sinter/sdk/contract/catalog/machines';
import { useTexts } from '@sinter/sdk/ui';
import { FieldFrame } from '@sinter/sdk/ui/form';
import { Select } from '@sinter/sdk/ui/select';
import type * as z from 'zod';
import type { Facility, Machine } from './Facility.ts';
import type { MachinesStore } from './MachinesStore.ts';
import css from './facility.module.css';

type Run = { id: number; role: z.infer<typeof materialRoleSchema> };

interface MaterialsFieldProps {
  store: MachinesStore;
  facility: Facility;
  machine: Machine | null;
}

/** Which of the facility's materials the machine runs, and what for. */
export const MaterialsField = observer(function MaterialsField({ store, facility, machine }: MaterialsFieldProps) {
  const t = useTexts();
  const { values, setFieldValue } = useFormikContext<{
    machineId: number | null;
    currentlyUsedMaterialId: number | null;
  }>();
  const model =
    store.models.answer?.find(({ id }) => id === values.machineId) ??
    (machine?.machine.id === values.machineId ? machine?.machine : undefined);
  const process = model?.amProcess;
  const fitting = facility.kept.filter(({ amProcessId }) => amProcessId === process?.id);
  const hint = !process
    ? t('facility.runs.modelFirst')
    : fitting.length === 0
      ? t('facility.runs.none', { process: process.name })
      : t('facility.runs.hint');
  /** What is no longer run cannot be loaded either. */
  const keep = (runs: Run[]) => {
    const loaded = values.currentlyUsedMaterialId;
    if (loaded !== null && !runs.some(({ id }) => id === loaded)) void setFieldValue('currentlyUsedMaterialId', null);
    return runs;
  };
  return (
    <FieldFrame<Run[]> name="materials" label={t('facility.runs')} hint={hint}>
      {({ value, change, control }) => (
        <>
          <Select<number[]>
            {...control}
            mode="multiple"
            style={{ width: '100%' }}
            value={value.map((run) => run.id)}
            disabled={!process}
            options={facility.kept
              .filter((material) => fitting.includes(material) || value.some((run) => run.id === material.id))
              .map((material) => ({ value: material.id, label: material.name }))}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(ids) =>
              change(keep(ids.map((one) => value.find((run) => run.id === one) ?? { id: one, role: 'DEFAULT' })))
            }
          />
          {value.length > 0 && (
            <ul className={css['runs']}>
              {value.map((run) => (
                <RunLine
                  key={run.id}
                  run={run}
                  name={facility.material(run.id)?.name ?? ''}
                  misfit={process !== undefined && !fitting.some((material) => material.id === run.id)}
                  onRole={(role) => change(value.map((one) => (one.id === run.id ? { ...one, role } : one)))}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </FieldFrame>
  );
});

interface RunLineProps {
  run: Run;
  name: string;
  /** It is for another process than the machine's. */
  misfit: boolean;
  onRole: (role: Run['role']) => void;
}

function RunLine({ run, name, misfit, onRole }: RunLineProps) {
  const t = useTexts();
  return (
    <li>
      <span className={css['two']}>
        <bdi>{name}</bdi>
        {misfit && <span className={css['problem']}>{t('facility.runs.misfit')}</span>}
      </span>
      <Select<Run['role']>
        aria-label={t('facility.role.of', { name })}
        value={run.role}
        style={{ width: 170 }}
        options={materialRoleSchema.options.map((role) => ({ value: role, label: t(`facility.role.${role}`) }))}
        onChange={onRole}
      />
    </li>
  );
}

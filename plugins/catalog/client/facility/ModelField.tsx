import { observer } from 'mobx-react-lite';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { FieldFrame } from '@sinter/sdk/ui/form';
import { Select } from '@sinter/sdk/ui/select';
import type { Machine, Model } from './Facility.ts';
import { fullName, volumeOf } from './model.ts';
import type { MachinesStore } from './MachinesStore.ts';
import { Source } from './Source.tsx';
import css from './facility.module.css';

interface ModelFieldProps {
  store: MachinesStore;
  machine: Machine | null;
  /** The library lacks the model. */
  onOwn: () => void;
}

/** What the machine is: searched by maker, model and process, grouped by maker. */
export const ModelField = observer(function ModelField({ store, machine, onOwn }: ModelFieldProps) {
  const t = useTexts();
  const { answer: models } = store.models;
  const fixed = machine?.used === true;
  return (
    <div className={css['stack']}>
      <FieldFrame<number | null>
        name="machineId"
        label={t('facility.model')}
        required
        {...(fixed ? { hint: t('facility.model.fixed') } : {})}
      >
        {({ value, change, control }) => (
          <>
            <Select<number, ModelOption>
              {...control}
              value={value}
              style={{ width: '100%' }}
              placeholder={t('facility.model.search')}
              loading={models === null}
              disabled={fixed}
              options={groups(models ?? [], t('facility.own'))}
              showSearch={{ filterOption: (input, option) => matches(input, option) }}
              optionRender={({ data }) => <Option option={data} />}
              notFoundContent={models === null ? t('facility.loading') : t('facility.model.notFound')}
              onChange={change}
            />
            <Facts model={models?.find((model) => model.id === value)} />
          </>
        )}
      </FieldFrame>
      {!fixed && (
        <LightButton size="small" onClick={onOwn}>
          {t('facility.model.own')}
        </LightButton>
      )}
    </div>
  );
});

/** A model, or a maker with its models. */
interface ModelOption {
  value?: number;
  label: string;
  options?: ModelOption[];
  detail?: string;
  /** What is searched. */
  text?: string;
}

function groups(models: readonly Model[], own: string): ModelOption[] {
  const makers = new Map<string, ModelOption[]>();
  for (const model of models) {
    const maker = model.manufacturer.name;
    const detail = [model.amProcess.name, volumeOf(model.buildVolume), model.own ? own : '']
      .filter(Boolean)
      .join(' · ');
    const option = {
      value: model.id,
      label: fullName(model),
      detail,
      text: `${maker} ${model.modelName} ${model.amProcess.name}`.toLowerCase(),
    };
    makers.set(maker, [...(makers.get(maker) ?? []), option]);
  }
  return [...makers].map(([label, options]) => ({ label, options }));
}

/** Every word of what is typed is somewhere in it. */
const matches = (input: string, option: ModelOption | undefined): boolean =>
  option?.text !== undefined &&
  input
    .toLowerCase()
    .split(/\s+/)
    .every((word) => option.text?.includes(word));

const Option = ({ option }: { option: ModelOption }) => (
  <span className={css['two']}>
    <span>{option.label}</span>
    <span className={css['quiet']}>{option.detail}</span>
  </span>
);

function Facts({ model }: { model: Model | undefined }) {
  const t = useTexts();
  if (!model) return null;
  const families = model.generalMaterialTypes.map(({ name }) => name).join(', ');
  return (
    <p className={css['facts']}>
      {[model.amProcess.name, volumeOf(model.buildVolume), families].filter(Boolean).join(' · ')}
      {' · '}
      {model.own ? t('facility.own') : <Source source={model.source} />}
    </p>
  );
}

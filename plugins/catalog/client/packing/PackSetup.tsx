import { useFormikContext } from 'formik';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { formatSize } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, ProgressLine, SearchInput, Section, Thumbnail, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { NumberField, SelectField } from '@sinter/sdk/ui/form';
import { chosenOf, turningChoices, type PackValues } from './packForm.ts';
import type { PackStore } from './PackStore.ts';
import css from './packing.module.css';

/** What to pack, into what, and how far that is. */
export const PackSetup = observer(function PackSetup({ store }: { store: PackStore }) {
  const t = useTexts();
  return (
    <div className={css['setup']}>
      <Section title={t('pack.parts')}>
        <ChosenParts />
        <PartSearch store={store} />
      </Section>
      <Section title={t('pack.plate')}>
        <PlateFields store={store} />
        {store.isRunning ? (
          <div className={css['running']}>
            <ProgressLine label={t('pack.running')} value={store.progress} secondsLeft={store.secondsLeft} />
            <LightButton onClick={() => store.cancel()}>{t('common.cancel')}</LightButton>
          </div>
        ) : (
          <Run />
        )}
      </Section>
    </div>
  );
});

function Run() {
  const t = useTexts();
  const id = useId();
  const { values } = useFormikContext<PackValues>();
  const lacks = values.parts.length === 0;
  return (
    <div className={css['actions']}>
      {lacks && (
        <span id={id} className={css['quiet']}>
          {t('pack.parts.needed')}
        </span>
      )}
      <LightButton kind="primary" type="submit" disabled={lacks} aria-describedby={lacks ? id : undefined}>
        {t('pack.run')}
      </LightButton>
    </div>
  );
}

function ChosenParts() {
  const t = useTexts();
  const { values, setFieldValue } = useFormikContext<PackValues>();
  const { parts } = values;
  if (parts.length === 0) return <p className={css['quiet']}>{t('pack.parts.none')}</p>;
  return (
    <ul className={css['parts']} aria-label={t('pack.parts.chosen')}>
      {parts.map((part, index) => (
        <li key={part.id}>
          <Thumbnail src={part.picture} alt="" size={48} />
          <div className={css['facts']}>
            <strong>
              <bdi>{part.name}</bdi>
            </strong>
            <bdi>{formatSize(part.sizeMm)}</bdi>
            {!part.watertight && <span className={css['bad']}>{t('pack.open')}</span>}
          </div>
          <div className={css['quantity']}>
            <NumberField name={`parts.${index}.quantity`} label={t('pack.quantity')} min={1} max={2000} precision={0} />
          </div>
          <LightButton
            size="small"
            aria-label={t('pack.removeOne', { name: part.name })}
            onClick={() =>
              void setFieldValue(
                'parts',
                parts.filter((each) => each !== part),
              )
            }
          >
            {t('pack.remove')}
          </LightButton>
        </li>
      ))}
    </ul>
  );
}

const PartSearch = observer(function PartSearch({ store: { found } }: { store: PackStore }) {
  const t = useTexts();
  const { values, setFieldValue } = useFormikContext<PackValues>();
  const offered = (found.answer ?? []).filter(({ id }) => !values.parts.some((part) => part.id === id));
  return (
    <div className={css['search']}>
      <SearchInput label={t('pack.search')} placeholder={t('pack.search')} onSearch={(text) => found.ask(text)} />
      {found.error !== null && <ErrorNotice subject={t('pack.parts')} error={found.error} onRetry={found.retry} />}
      <ul className={css['parts']} aria-label={t('pack.parts.offered')} aria-busy={found.loading}>
        {offered.map((part) => (
          <li key={part.id}>
            <Thumbnail src={part.revision.pngFileDTO?.fileURL ?? null} alt="" size={40} />
            <div className={css['facts']}>
              <strong>
                <bdi>{part.name}</bdi>
              </strong>
              <bdi>{formatSize(part.revision.report.bbox.size)}</bdi>
            </div>
            <LightButton
              size="small"
              aria-label={t('pack.addOne', { name: part.name })}
              onClick={() => void setFieldValue('parts', [...values.parts, chosenOf(part)])}
            >
              {t('pack.add')}
            </LightButton>
          </li>
        ))}
      </ul>
      {offered.length === 0 && found.error === null && (
        <p className={css['quiet']}>{t(found.loading ? 'pack.searching' : 'pack.nothing')}</p>
      )}
    </div>
  );
});

const PlateFields = observer(function PlateFields({ store: { plates } }: { store: PackStore }) {
  const t = useTexts();
  const id = useId();
  const { values, setFieldValue } = useFormikContext<PackValues>();
  const { x, y, z } = values.boxMm;
  const machines = plates.answer ?? [];
  const fitting = machines.find(({ sizeMm }) => sizeMm.x === x && sizeMm.y === y && sizeMm.z === z);
  return (
    <div className={css['plate']}>
      {plates.error !== null && <ErrorNotice subject={t('pack.machine')} error={plates.error} onRetry={plates.retry} />}
      {machines.length > 0 && (
        <div className={`${css['machine']} ${css['wide']}`}>
          <label htmlFor={id}>{t('pack.machine')}</label>
          <Select
            id={id}
            value={fitting?.id ?? null}
            placeholder={t('pack.machine.own')}
            showSearch={{ optionFilterProp: 'label' }}
            options={machines.map(({ id: value, name, sizeMm }) => ({
              value,
              label: `${name} · ${formatSize([sizeMm.x, sizeMm.y, sizeMm.z])}`,
            }))}
            onChange={(chosen) => {
              const plate = machines.find((machine) => machine.id === chosen);
              if (plate) void setFieldValue('boxMm', plate.sizeMm);
            }}
          />
        </div>
      )}
      {(['x', 'y', 'z'] as const).map((axis) => (
        <NumberField
          key={axis}
          name={`boxMm.${axis}`}
          label={t(`pack.side.${axis}`)}
          min={1}
          max={100_000}
          suffix="mm"
          required
        />
      ))}
      <div className={css['wide']}>
        <NumberField name="spacingMm" label={t('pack.spacing')} min={0} max={50} step={0.5} suffix="mm" required />
      </div>
      <div className={css['wide']}>
        <SelectField name="turning" label={t('pack.turning')} options={turningChoices(t)} />
      </div>
    </div>
  );
});

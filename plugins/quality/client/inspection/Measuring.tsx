import { useRef, type KeyboardEvent } from 'react';
import { observer } from 'mobx-react-lite';
import type { Characteristic } from '@sinter/sdk/contract/quality/inspectionPlans';
import type { Inspection } from '@sinter/sdk/contract/quality/inspections';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import { LightButton, LightInput, LightSelect, StatusPill, useTexts } from '@sinter/sdk/ui';
import type { InspectionStore } from './InspectionStore.ts';
import { limitsText } from './words.tsx';
import css from './inspection.module.css';

interface MeasuringProps {
  store: InspectionStore;
  inspection: Inspection;
  open: boolean;
}

/** The values of one sample; Enter goes to the next field, and behind the last one to the next sample. */
export const Measuring = observer(function Measuring({ store, inspection, open }: MeasuringProps) {
  const t = useTexts();
  const list = useRef<HTMLUListElement>(null);
  const { samples, characteristics } = inspection;
  const { sample, saving } = store;
  const fields = () => [...(list.current?.querySelectorAll<HTMLInputElement>('input[inputmode]') ?? [])];
  const begin = () => fields()[0]?.focus();
  const keep = async () => {
    const kept = store.keep();
    // When the next sample is drawn.
    queueMicrotask(begin);
    if (!(await kept)) begin();
  };
  const next = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const all = fields();
    const following = all[all.indexOf(event.currentTarget) + 1];
    if (following) following.focus();
    else void keep();
  };
  return (
    <>
      <div className={css['samples']}>
        <LightButton disabled={sample === 1} onClick={() => store.show(sample - 1)}>
          {t('inspection.previous')}
        </LightButton>
        <label>
          {t('inspection.sample')}{' '}
          <LightSelect value={String(sample)} onChange={({ target }) => store.show(Number(target.value))}>
            {Array.from({ length: samples }, (_, index) => (
              <option key={index} value={index + 1}>
                {t('inspection.sampleOf', { sample: index + 1, samples })}
              </option>
            ))}
          </LightSelect>
        </label>
        <LightButton disabled={sample === samples} onClick={() => store.show(sample + 1)}>
          {t('inspection.next')}
        </LightButton>
      </div>
      <ul ref={list} className={css['values']} aria-label={t('inspection.values')}>
        {characteristics.map((each) => (
          <Value key={`${sample} ${each.key}`} store={store} characteristic={each} open={open} onKey={next} />
        ))}
      </ul>
      {open && (
        <div className={css['keep']}>
          <LightButton
            kind="primary"
            size="large"
            loading={saving.busy}
            disabled={store.staged.length === 0 && sample === samples}
            onClick={() => void keep()}
          >
            {t(sample < samples ? 'inspection.keepNext' : 'inspection.keep')}
          </LightButton>
          {store.staged.length > 0 && <span className={css['quiet']}>{t('inspection.staged')}</span>}
        </div>
      )}
    </>
  );
});

interface ValueProps {
  store: InspectionStore;
  characteristic: Characteristic;
  open: boolean;
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void;
}

const Value = observer(function Value({ store, characteristic, open, onKey }: ValueProps) {
  const t = useTexts();
  const { key, number, name, kind, unit, method, isKey, nominal } = characteristic;
  const reading = store.readingAt(key);
  const typed = store.typedAt(key);
  const judged = store.judged(characteristic);
  const value = store.valueAt(characteristic);
  const shown = (said: number | boolean) =>
    typeof said === 'number' ? formatNumber(said, 6) : t(said ? 'inspection.in' : 'inspection.out');
  return (
    <li data-judged={judged ?? undefined}>
      <div className={css['name']}>
        <strong>
          {number !== '' && <span className={css['balloon']}>{number}</span>} <bdi>{name}</bdi>
          {isKey && (
            <>
              {' '}
              <StatusPill tone="blue">{t('plan.key')}</StatusPill>
            </>
          )}
        </strong>
        <bdi>{limitsText(characteristic, t)}</bdi>
        <span className={css['quiet']}>
          {[nominal === null ? '' : t('plan.nominalIs', { value: formatNumber(nominal, 6) }), method]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {!open ? (
        <span className={css['said']}>
          {value === null ? '–' : shown(value)} {kind === 'VARIABLE' && value !== null && unit}
        </span>
      ) : kind === 'ATTRIBUTE' ? (
        <div className={css['verdicts']} role="group" aria-label={name}>
          {[true, false].map((verdict) => (
            <LightButton
              key={String(verdict)}
              size="large"
              aria-pressed={value === verdict}
              onClick={() => store.type(key, String(verdict))}
            >
              {t(verdict ? 'inspection.in' : 'inspection.out')}
            </LightButton>
          ))}
        </div>
      ) : (
        <span className={css['entry']}>
          <LightInput
            type="text"
            inputMode="decimal"
            enterKeyHint="next"
            dir="ltr"
            autoComplete="off"
            aria-label={name}
            invalid={typed !== undefined && typed.trim() !== '' && value === null}
            value={typed ?? (reading ? String(reading.value) : '')}
            onChange={({ target }) => store.type(key, target.value === '' && !reading ? null : target.value)}
            onKeyDown={onKey}
          />
          <bdi>{unit}</bdi>
        </span>
      )}
      <span className={css['judged']}>
        {judged !== null && (
          <StatusPill tone={judged ? 'green' : 'red'}>{t(judged ? 'inspection.in' : 'inspection.out')}</StatusPill>
        )}
        {typed !== undefined && <span className={css['quiet']}>{t('inspection.notKept')}</span>}
        {reading && typed === undefined && (
          <span className={css['quiet']}>
            <bdi>{reading.by}</bdi> · {formatDateTime(reading.at)}
          </span>
        )}
        {reading?.before.map((before) => (
          <span key={`${before.at} ${String(before.value)}`} className={css['quiet']}>
            {t('inspection.before', { value: shown(before.value), name: before.by })}
          </span>
        ))}
      </span>
    </li>
  );
});

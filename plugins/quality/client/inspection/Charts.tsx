import { observer } from 'mobx-react-lite';
import {
  listMeasured,
  type Characteristic,
  type InspectionPlan,
  type Measured,
} from '@sinter/sdk/contract/quality/inspectionPlans';
import type { CallResult } from '@sinter/sdk/contract/call';
import { inspectionChanged } from '@sinter/sdk/contract/quality/inspections';
import { formatNumber } from '@sinter/sdk/i18n';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question } from '@sinter/sdk/state';
import { EmptyState, ErrorNotice, LightSelect, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { brokenRules, capability, leastForCapability, runStatistics } from '../../shared/inspection/statistics.ts';
import { RunChart } from './RunChart.tsx';
import css from './inspection.module.css';

type Series = CallResult<typeof listMeasured>;

class ChartsStore {
  characteristic: string;
  readonly series: Question<string, Series>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, id: number, first: string) {
    this.characteristic = first;
    this.series = new Question<string, Series>(host, {
      ask: (characteristic, signal) =>
        host.api.call(listMeasured, { params: { id }, query: { characteristic } }, { signal }),
      failed: 'what was measured could not be read',
      refreshOn: [on(inspectionChanged, ({ planId }) => planId === id)],
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.series.start(this.characteristic);
  }

  choose(characteristic: string): void {
    this.characteristic = characteristic;
    this.series.ask(characteristic);
  }
}

/** Run chart and capability of each characteristic that is measured. */
export default observer(function Charts({ id, plan }: { id: number; plan: InspectionPlan }) {
  const t = useTexts();
  const variables = plan.characteristics
    .filter(({ kind }) => kind === 'VARIABLE')
    .toSorted((one, other) => Number(other.isKey) - Number(one.isKey));
  const store = useStore((host) => new ChartsStore(host, id, variables[0]?.key ?? ''));
  const chosen = variables.find(({ key }) => key === store.characteristic);
  const { answer, error, retry } = store.series;
  if (!chosen) return null;
  return (
    <Section title={t('chart.title')}>
      <label className={css['stack']}>
        {t('chart.characteristic')}
        <LightSelect value={store.characteristic} onChange={({ target }) => store.choose(target.value)}>
          {variables.map(({ key, number, name }) => (
            <option key={key} value={key}>
              {`${number} ${name}`.trim()}
            </option>
          ))}
        </LightSelect>
      </label>
      {error !== null && <ErrorNotice subject={t('chart.title')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer && <Run characteristic={chosen} values={answer.values} />}
    </Section>
  );
});

function Run({ characteristic, values }: { characteristic: Characteristic; values: readonly Measured[] }) {
  const t = useTexts();
  const numbers = values.map(({ value }) => value);
  const run = runStatistics(numbers);
  if (!run) return <EmptyState title={t('chart.none')} text={t('chart.none.text')} />;
  const rules = brokenRules(numbers);
  const stated = capability(run, characteristic);
  const { unit } = characteristic;
  const figure = (value: number | null, digits = 4) => (value === null ? '–' : formatNumber(value, digits));
  const facts: [string, string, string][] = [
    [t('chart.count'), formatNumber(run.count), ''],
    [t('chart.mean'), `${figure(run.mean)} ${unit}`, 'x̄ = Σx / n'],
    [t('chart.within'), `${figure(run.within)} ${unit}`, 'σ̂ = M̄R̄ / 1.128, MR = |xᵢ − xᵢ₋₁|'],
    [t('chart.overall'), `${figure(run.overall)} ${unit}`, 's = √(Σ(x − x̄)² / (n − 1))'],
    [t('chart.limits'), `${figure(run.lower)} – ${figure(run.upper)} ${unit}`, 'x̄ ± 3σ̂'],
    ...(typeof stated === 'string'
      ? []
      : ([
          ['Cp', figure(stated.cp, 2), '(USL − LSL) / 6σ̂'],
          ['Cpk', figure(stated.cpk, 2), 'min(USL − x̄, x̄ − LSL) / 3σ̂'],
          ['Pp', figure(stated.pp, 2), '(USL − LSL) / 6s'],
          ['Ppk', figure(stated.ppk, 2), 'min(USL − x̄, x̄ − LSL) / 3s'],
        ] satisfies [string, string, string][])),
  ];
  const marked = rules.flatMap((broken, index) => (broken.length === 0 ? [] : [{ index, broken }]));
  return (
    <>
      <RunChart values={values} run={run} rules={rules} characteristic={characteristic} />
      <dl className={css['facts']}>
        {facts.map(([label, value, formula]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="ltr">{value}</dd>
            {formula !== '' && (
              <dd dir="ltr" className={css['quiet']}>
                {formula}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {typeof stated === 'string' && (
        <p role="note">{t(`chart.no.${stated}`, { least: leastForCapability, count: run.count })}</p>
      )}
      <p className={css['quiet']}>{t('chart.sigma')}</p>
      <details>
        <summary>{t('chart.signs', { count: marked.length })}</summary>
        <ul>
          {([1, 2, 3, 4] as const).map((rule) => (
            <li key={rule}>{t(`chart.rule.${rule}`)}</li>
          ))}
        </ul>
        <ul>
          {marked.slice(-50).map(({ index, broken }) => (
            <li key={index}>
              {t('chart.signAt', {
                place: index + 1,
                value: `${figure(numbers[index] ?? 0)} ${unit}`,
                number: values[index]?.number ?? '',
                rules: broken.join(', '),
              })}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

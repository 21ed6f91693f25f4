import type { Characteristic, Measured } from '@sinter/sdk/contract/quality/inspectionPlans';
import { formatNumber } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import type { Rule, RunStatistics } from '../../shared/inspection/statistics.ts';
import { conforms } from '../../shared/inspection/judge.ts';
import css from './inspection.module.css';

interface RunChartProps {
  values: readonly Measured[];
  run: RunStatistics;
  rules: readonly Rule[][];
  characteristic: Characteristic;
}

const [width, height, left, top] = [900, 300, 64, 12];

/** Values in their order, with mean, control limits and the limits of the drawing; time goes from left to right in every language. */
export function RunChart({ values, run, rules, characteristic }: RunChartProps) {
  const t = useTexts();
  const { lowest, highest, name, unit } = characteristic;
  const lines = [
    { kind: 'spec', value: highest, label: 'USL' },
    { kind: 'control', value: run.upper, label: 'UCL' },
    { kind: 'mean', value: run.mean, label: 'x̄' },
    { kind: 'control', value: run.lower, label: 'LCL' },
    { kind: 'spec', value: lowest, label: 'LSL' },
  ].flatMap(({ value, ...line }) => (value === null ? [] : [{ ...line, value }]));
  const all = [...values.map(({ value }) => value), ...lines.map(({ value }) => value)];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const room = (most - least || 1) * 0.06;
  const x = (index: number) => left + ((index + 0.5) / values.length) * (width - left - 46);
  const y = (value: number) => top + ((most + room - value) / (most - least + 2 * room)) * (height - 2 * top);
  return (
    <div className={css['chart']} dir="ltr">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('chart.of', { name, count: values.length })}>
        {lines.map(({ kind, value, label }) => (
          <g key={label} data-kind={kind}>
            <line x1={left} x2={width - 40} y1={y(value)} y2={y(value)} />
            <text x={left - 6} y={y(value) + 4} textAnchor="end">
              {formatNumber(value, 4)}
            </text>
            <text x={width - 36} y={y(value) + 4}>
              {label}
            </text>
          </g>
        ))}
        <polyline points={values.map(({ value }, index) => `${x(index)},${y(value)}`).join(' ')} />
        {values.map(({ value, number, sample }, index) => {
          const broken = rules[index] ?? [];
          const out = !conforms(characteristic, value);
          return (
            <g key={`${number} ${sample}`}>
              {out ? (
                <rect data-out x={x(index) - 5} y={y(value) - 5} width={10} height={10} />
              ) : (
                <circle
                  data-sign={broken.length > 0 || undefined}
                  cx={x(index)}
                  cy={y(value)}
                  r={broken.length > 0 ? 5 : 3}
                />
              )}
              {broken.length > 0 && (
                <text x={x(index)} y={y(value) - 8} textAnchor="middle">
                  {broken[0]}
                </text>
              )}
              <title>{`${number} · ${sample}: ${formatNumber(value, 6)} ${unit}`}</title>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

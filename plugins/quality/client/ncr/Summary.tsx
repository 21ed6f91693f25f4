import { observer } from 'mobx-react-lite';
import { formatMoney, formatNumber, formatPercent } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Section, useTexts } from '@sinter/sdk/ui';
import type { NcrsStore, NcrSummary } from './NcrsStore.ts';
import { keyText } from './words.tsx';
import css from './ncr.module.css';

/** How many are open, how old, and what they come from. A tile that can be looked into filters the list below. */
export const Summary = observer(function Summary({ store }: { store: NcrsStore }) {
  const t = useTexts();
  const { answer, error, retry } = store.summary;
  if (!answer) return error === null ? null : <ErrorNotice subject={t('ncr.summary')} error={error} onRetry={retry} />;
  const severities = store.choices.answer?.severities;
  const tile = (label: string, value: string, more: { hint?: string; choose?: () => void } = {}) => (
    <li key={label} className={css['tile']}>
      <span className={css['quiet']}>{label}</span>
      <strong>{value}</strong>
      {more.hint && <span className={css['quiet']}>{more.hint}</span>}
      {more.choose && (
        <LightButton size="small" aria-label={t('ncr.show.named', { name: label })} onClick={more.choose}>
          {t('ncr.show')}
        </LightButton>
      )}
    </li>
  );
  const { list } = store;
  return (
    <Section title={t('ncr.summary')}>
      <ul className={css['tiles']}>
        {tile(t('ncr.open'), formatNumber(answer.open), {
          hint: answer.bySeverity
            .filter(({ open }) => open > 0)
            .map(({ key, open }) => `${keyText(t, 'severity', key, severities)}: ${formatNumber(open)}`)
            .join(' · '),
        })}
        {tile(t('ncr.uncontained'), formatNumber(answer.uncontained), {
          choose: () => list.filter({ status: 'ACTIVE', only: 'UNCONTAINED' }),
        })}
        {tile(t('ncr.overdue'), formatNumber(answer.overdue), {
          choose: () => list.filter({ status: 'ACTIVE', only: 'OVERDUE' }),
        })}
        {tile(t('ncr.yield'), answer.firstPassYield === null ? '–' : formatPercent(answer.firstPassYield, 1), {
          hint: t('ncr.yield.hint', { count: answer.inspected, pieces: formatNumber(answer.inspected) }),
        })}
        {answer.scrapCost !== null &&
          tile(
            t('ncr.scrapCost'),
            answer.scrapCost.map((money) => formatMoney(money.amount, money.currency)).join(' + ') || '–',
            {
              hint: t('ncr.scrapped', { count: answer.scrapped, pieces: formatNumber(answer.scrapped) }),
            },
          )}
      </ul>
      <div className={css['charts']}>
        <Ageing ageing={answer.ageing} />
        <Pareto title={t('ncr.pareto.defects')} rows={answer.pareto.defects} none={t('ncr.pareto.noDefect')} />
        <Pareto title={t('ncr.pareto.machines')} rows={answer.pareto.machines} none={t('ncr.pareto.noMachine')} />
        <Pareto title={t('ncr.pareto.materials')} rows={answer.pareto.materials} none={t('ncr.pareto.noMaterial')} />
      </div>
      <p className={css['quiet']}>{t('ncr.period')}</p>
    </Section>
  );
});

interface Bar {
  key: string;
  label: string;
  value: number;
}

/** Bars with their numbers: a table to who does not see them. */
function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  if (bars.every(({ value }) => value === 0)) return null;
  return (
    <table className={css['bars']}>
      <caption>{title}</caption>
      <tbody>
        {bars.map(({ key, label, value }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{label}</bdi>
            </th>
            <td>
              <span className={css['bar']} style={{ inlineSize: `${(100 * value) / most}%` }} />
              {formatNumber(value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Ageing({ ageing }: Pick<NcrSummary, 'ageing'>) {
  const t = useTexts();
  const bars = ageing.map(({ until, open }, index) => {
    const from = (ageing[index - 1]?.until ?? -1) + 1;
    const label =
      until === null
        ? t('ncr.age.over', { days: formatNumber(from) })
        : t('ncr.age.between', { from: formatNumber(from), to: formatNumber(until) });
    return { key: label, label, value: open };
  });
  return <Bars title={t('ncr.ageing')} bars={bars} />;
}

function Pareto({ title, rows, none }: { title: string; rows: NcrSummary['pareto']['defects']; none: string }) {
  const bars = rows.map(({ id, name, ncrs }) => ({ key: `${id}`, label: id === 0 ? none : name, value: ncrs }));
  return <Bars title={title} bars={bars} />;
}

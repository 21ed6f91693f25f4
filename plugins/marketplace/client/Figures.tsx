import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import { DataTable, EmptyState, Section, useTexts } from '@sinter/sdk/ui';
import css from './marketplace.module.css';

interface VersionFigures {
  version: string;
  people: number;
  loads: number;
  loadMs: number | null;
  slowestMs: number | null;
  failures: number;
  calls: number;
  refused: number;
  facilities?: number;
}

interface Failure {
  version: string;
  kind: string;
  message: string;
  count: number;
  lastAt: string;
}

interface FiguresProps {
  versions: readonly VersionFigures[];
  failures: readonly Failure[];
  budget: { entryKb: number | null; mountMs: number | null };
}

/** How an app fares: what it costs people, and what went wrong. */
export function Figures({ versions, failures, budget }: FiguresProps) {
  const t = useTexts();
  const ms = (value: number | null) => (value === null ? '–' : t('figures.ms', { value: formatNumber(value) }));
  return (
    <>
      <Section title={t('figures.title')}>
        {versions.length === 0 ? (
          <p className={css['quiet']}>{t('figures.none')}</p>
        ) : (
          <DataTable
            label={t('figures.title')}
            rows={versions}
            rowKey={({ version }) => version}
            columns={[
              { key: 'version', title: t('app.version'), rank: 'name', render: ({ version }) => <bdi>{version}</bdi> },
              { key: 'people', title: t('figures.people'), align: 'right', render: (row) => formatNumber(row.people) },
              {
                key: 'loads',
                title: t('figures.loads'),
                align: 'right',
                rank: 'extra',
                render: (row) => formatNumber(row.loads),
              },
              { key: 'loadMs', title: t('figures.loadMs'), align: 'right', render: (row) => ms(row.loadMs) },
              {
                key: 'slowest',
                title: t('figures.slowest'),
                align: 'right',
                rank: 'extra',
                render: (row) => ms(row.slowestMs),
              },
              {
                key: 'failures',
                title: t('figures.failures'),
                align: 'right',
                render: (row) => formatNumber(row.failures),
              },
              {
                key: 'calls',
                title: t('figures.calls'),
                align: 'right',
                rank: 'extra',
                render: (row) => formatNumber(row.calls),
              },
              {
                key: 'refused',
                title: t('figures.refused'),
                align: 'right',
                rank: 'extra',
                render: (row) => formatNumber(row.refused),
              },
            ]}
          />
        )}
        {(budget.entryKb !== null || budget.mountMs !== null) && (
          <p className={css['quiet']}>
            {t('figures.budget', {
              entry: budget.entryKb === null ? '–' : t('figures.kb', { value: formatNumber(budget.entryKb) }),
              mount: ms(budget.mountMs),
            })}
          </p>
        )}
      </Section>
      <Section title={t('failures.title')}>
        {failures.length === 0 ? (
          <EmptyState title={t('failures.none')} text={t('failures.noneText')} />
        ) : (
          <ul className={css['failures']}>
            {failures.map(({ version, kind, message, count, lastAt }) => (
              <li key={`${version} ${kind}`}>
                <strong>
                  <bdi>{message}</bdi>
                </strong>
                <span className={css['quiet']}>
                  {t('failures.facts', { version, count, date: formatDateTime(lastAt) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

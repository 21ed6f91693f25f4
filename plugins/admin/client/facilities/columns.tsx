import { formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { CsvCell } from '@sinter/sdk/state/lists';
import { LightButton, StatusPill, type DataColumn, VisuallyHidden, LinkButton } from '@sinter/sdk/ui';
import type { FacilitiesStore, Facility } from './FacilitiesStore.ts';
import css from './facilities.module.css';

type Texts = PluginHost['t'];

/** Columns that may be left out; name and actions always stay. */
export const columnKeys = [
  ...(['code', 'location', 'timeZone', 'currency', 'machines', 'users', 'activeJobs'] as const),
  ...(['workplan', 'itar', 'flags', 'status'] as const),
];
type ColumnKey = (typeof columnKeys)[number];
const ranks: Partial<Record<ColumnKey, 'extra' | 'detail'>> = {
  code: 'extra',
  timeZone: 'detail',
  currency: 'detail',
  users: 'extra',
  activeJobs: 'detail',
  workplan: 'detail',
  itar: 'detail',
  flags: 'detail',
};
const numbers: readonly string[] = ['machines', 'users', 'activeJobs'] satisfies ColumnKey[];

export function facilityColumns(t: Texts, store: FacilitiesStore): DataColumn<Facility>[] {
  const onOff = (on: boolean) => t(on ? 'common.on' : 'common.off');
  const render: Record<ColumnKey, DataColumn<Facility>['render']> = {
    code: ({ code }) => code || '–',
    location: ({ location }) => location || '–',
    timeZone: ({ timeZone }) => timeZone,
    currency: ({ currency }) => currency,
    machines: ({ machines }) => formatNumber(machines),
    users: ({ users }) => formatNumber(users),
    activeJobs: ({ activeJobs }) => formatNumber(activeJobs),
    workplan: ({ workplanEnabled }) => onOff(workplanEnabled),
    itar: ({ itarEnabled }) => onOff(itarEnabled),
    flags: ({ flags }) => <span title={flags.join(', ')}>{t('facilities.flags', { count: flags.length })}</span>,
    status: ({ active }) => (
      <StatusPill tone={active ? 'green' : 'grey'}>{t(active ? 'facilities.open' : 'facilities.closed')}</StatusPill>
    ),
  };
  return [
    {
      key: 'name',
      rank: 'name',
      title: t('facilities.column.name'),
      render: (facility) => (
        <span className={css['name']}>
          <LinkButton onClick={() => store.edit(facility)}>
            <bdi>{facility.companyName}</bdi>
          </LinkButton>
          {facility.root && <span className={css['quiet']}>{t('facilities.root')}</span>}
        </span>
      ),
    },
    ...columnKeys
      .filter((key) => !store.columns.hidden.includes(key))
      .map((key) => ({
        key,
        title: t(`facilities.column.${key}`),
        render: render[key],
        ...(ranks[key] ? { rank: ranks[key] } : {}),
        ...(numbers.includes(key) ? { align: 'right' as const } : {}),
      })),
    {
      key: 'actions',
      title: <VisuallyHidden>{t('facilities.actions')}</VisuallyHidden>,
      render: (facility) => (
        <span className={css['rowActions']}>
          {store.isHere(facility) ? (
            <span className={css['quiet']}>{t('facilities.here')}</span>
          ) : (
            facility.active && (
              <LightButton
                size="small"
                aria-label={t('facilities.goTo', { name: facility.companyName })}
                onClick={() => store.goTo(facility)}
              >
                {t('facilities.go')}
              </LightButton>
            )
          )}
        </span>
      ),
    },
  ];
}

/** The list as a table of plain words and numbers, with its headings. */
export function csvRows(t: Texts, facilities: readonly Facility[]): CsvCell[][] {
  const onOff = (on: boolean) => t(on ? 'common.on' : 'common.off');
  return [
    ['name', ...columnKeys].map((key) => t(`facilities.column.${key}`)),
    ...facilities.map((one) => [
      ...[one.companyName, one.code, one.location, one.timeZone, one.currency],
      ...[one.machines, one.users, one.activeJobs],
      ...[onOff(one.workplanEnabled), onOff(one.itarEnabled), one.flags.join('; ')],
      t(one.active ? 'facilities.open' : 'facilities.closed'),
    ]),
  ];
}

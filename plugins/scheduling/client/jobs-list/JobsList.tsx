import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import { jobTypeSchema } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { DateInput } from '@sinter/sdk/ui/dates';
import { ColumnChooser, CsvButton, ListTable, SavedFiltersMenu } from '@sinter/sdk/ui/lists';
import { TagBar } from '@sinter/sdk/ui/tags';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { addDays, mostDays } from '../../shared/dayRange.ts';
import { choosable, csvColumns, tableColumns } from './columns.tsx';
import { jobTagging } from './jobTagging.ts';
import type { JobsListStore } from './JobsListStore.ts';
import css from './list.module.css';

const TagLimit = lazy(() => import('./TagLimit.tsx'));

interface JobsListProps {
  store: JobsListStore;
  /** Machines of the facility, to choose one. */
  machines: readonly Equipment[];
  onOpen: (job: Job) => void;
}

/** Jobs of the facility in a table, 25 on a page. Loads and follows changes while it is shown. */
export default observer(function JobsList({ store, machines, onOpen }: JobsListProps) {
  const t = useTexts();
  useEffect(() => store.start(), [store]);
  const host = usePlugin();
  const [tagging] = useState(() => jobTagging(host));
  const { list, columns, saved, csv, zone } = store;
  const { equipmentId, jobType, tagIds } = list.filters;
  return (
    <div className={css['list']}>
      <div className={css['filters']}>
        <Filters store={store} machines={machines} />
        <div className={css['tools']}>
          <SavedFiltersMenu saved={saved} filters={{ equipmentId, jobType, tagIds }} onChoose={store.limit} />
          <ColumnChooser columns={choosable(t)} hidden={columns.hidden} onToggle={columns.toggle} />
          <CsvButton csv={csv} name={t('list.title')} columns={csvColumns(t, zone)} />
        </div>
      </div>
      <TagBar list={list} tagging={tagging} tagsOf={({ tags }) => tags} nameOf={({ jobName }) => jobName} />
      <ListTable
        list={list}
        label={t('list.title')}
        nameOf={tagging.mayChange ? ({ jobName }) => jobName : undefined}
        columns={tableColumns({ t, zone, onOpen })}
        choice={columns}
        empty={t('list.empty')}
      />
      <p className={css['zone']}>{t('chart.zone', { zone: zone.label })}</p>
    </div>
  );
});

const Filters = observer(function Filters({ store, machines }: Pick<JobsListProps, 'store' | 'machines'>) {
  const t = useTexts();
  const id = useId();
  const { range, equipmentId, jobType, tagIds } = store.list.filters;
  return (
    <>
      <label htmlFor={`${id}-machine`}>
        {t('list.machine')}
        <Select
          id={`${id}-machine`}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('list.allMachines')}
          value={equipmentId}
          onChange={(next) => store.limit({ equipmentId: next ?? null })}
          options={machines.map((machine) => ({ value: machine.id, label: machine.displayName }))}
        />
      </label>
      <label htmlFor={`${id}-type`}>
        {t('list.type')}
        <Select
          id={`${id}-type`}
          allowClear
          placeholder={t('list.allTypes')}
          value={jobType}
          onChange={(next) => store.limit({ jobType: next ?? null })}
          options={jobTypeSchema.options.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
      </label>
      <Suspense fallback={null}>
        <TagLimit tagIds={tagIds} onChoose={(next) => store.limit({ tagIds: next })} />
      </Suspense>
      <label htmlFor={`${id}-from`}>
        {t('range.from')}
        <DateInput
          id={`${id}-from`}
          label={t('range.from')}
          value={range.from}
          clearable={false}
          onChange={(from) => from && store.limit({ range: { ...range, from: from } })}
        />
      </label>
      <label htmlFor={`${id}-to`}>
        {t('range.to')}
        <DateInput
          id={`${id}-to`}
          label={t('range.to')}
          value={range.to}
          clearable={false}
          min={range.from}
          max={addDays(range.from, mostDays - 1)}
          onChange={(to) => to && store.limit({ range: { ...range, to: to } })}
        />
      </label>
    </>
  );
});

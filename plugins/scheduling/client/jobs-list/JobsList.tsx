import type { Equipment } from '@sinter/sdk/contract/catalog';
import { jobTypeSchema } from '@sinter/sdk/contract/scheduling';
import type { Job } from '@sinter/sdk/contract/scheduling';
import { formatDateTime } from '@sinter/sdk/i18n';
import { DataTable, Pager, StatusPill, useTexts } from '@sinter/sdk/ui';
import { DateTimeInput } from '@sinter/sdk/ui/dates';
import { Select } from 'antd';
import { observer } from 'mobx-react-lite';
import moment from 'moment';
import type { Moment } from 'moment';
import { useEffect, useId, useState } from 'react';
import { Failure } from '../Failure.tsx';
import { addDays, mostDays } from '../scheduler-view/days.ts';
import type { Day } from '../scheduler-view/days.ts';
import { toneOf } from '../status.ts';
import { pageSize } from './JobsListStore.ts';
import type { JobsListStore } from './JobsListStore.ts';
import css from './list.module.css';

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
  const whole = (text: string) => <span className={css['whole']}>{text}</span>;
  const time = (text: string) => whole(formatDateTime(store.zone.toPicker(Number(text))));
  return (
    <div className={css['list']}>
      <Filters store={store} machines={machines} />
      {store.error !== null && (
        <Failure title={t('scheduler.failed')} error={store.error} onRetry={() => void store.load()} />
      )}
      <DataTable
        label={t('list.title')}
        rows={store.jobs}
        rowKey={(job) => job.id}
        loading={store.loading}
        empty={store.loading ? t('list.loading') : t('list.empty')}
        columns={[
          { key: 'id', title: t('list.id'), render: (job) => job.id },
          {
            key: 'build',
            title: t('list.build'),
            render: (job) => (
              <button type="button" className={css['open']} onClick={() => onOpen(job)}>
                {job.jobName}
              </button>
            ),
          },
          { key: 'files', title: t('list.files'), render: (job) => <Files job={job} /> },
          { key: 'from', title: t('list.from'), render: (job) => time(job.fromDate) },
          { key: 'to', title: t('list.to'), render: (job) => time(job.toDate) },
          { key: 'machine', title: t('list.machine'), render: (job) => whole(job.equipmentDTO.displayName) },
          { key: 'type', title: t('list.type'), render: (job) => whole(t(`type.${job.jobType}`)) },
          {
            key: 'status',
            title: t('list.status'),
            render: (job) => <StatusPill tone={toneOf[job.jobStatus]}>{t(`status.${job.jobStatus}`)}</StatusPill>,
          },
        ]}
      />
      <Pager
        page={store.page}
        pageSize={pageSize}
        shown={store.jobs.length}
        total={store.total}
        onPage={store.setPage}
      />
      <p className={css['zone']}>{t('chart.zone', { zone: store.zone.label })}</p>
    </div>
  );
});

const picked = (date: Moment): Day => date.format('YYYY-MM-DD');

const Filters = observer(function Filters({ store, machines }: Pick<JobsListProps, 'store' | 'machines'>) {
  const t = useTexts();
  const id = useId();
  const { range } = store;
  return (
    <div className={css['filters']}>
      <label htmlFor={`${id}-machine`}>
        {t('list.machine')}
        <Select
          id={`${id}-machine`}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('list.allMachines')}
          value={store.equipmentId}
          onChange={(next) => store.setEquipment(next ?? null)}
          options={machines.map((machine) => ({ value: machine.id, label: machine.displayName }))}
        />
      </label>
      <label htmlFor={`${id}-type`}>
        {t('list.type')}
        <Select
          id={`${id}-type`}
          allowClear
          placeholder={t('list.allTypes')}
          value={store.jobType}
          onChange={(next) => store.setType(next ?? null)}
          options={jobTypeSchema.options.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
      </label>
      <label htmlFor={`${id}-from`}>
        {t('range.from')}
        <DateTimeInput
          id={`${id}-from`}
          value={moment(range.from)}
          clearable={false}
          onChange={(from) => from && store.setRange({ ...range, from: picked(from) })}
        />
      </label>
      <label htmlFor={`${id}-to`}>
        {t('range.to')}
        <DateTimeInput
          id={`${id}-to`}
          value={moment(range.to)}
          clearable={false}
          min={moment(range.from)}
          max={moment(addDays(range.from, mostDays - 1))}
          onChange={(to) => to && store.setRange({ ...range, to: picked(to) })}
        />
      </label>
    </div>
  );
});

/** The first file, and the others on request, each with how many are done. */
function Files({ job }: { job: Job }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const files = job.jobOrderDTOs.flatMap((order) => order.fileIds);
  const more = files.length - 1;
  return (
    <>
      <ul className={css['files']}>
        {(open ? files : files.slice(0, 1)).map((file) => (
          <li key={file.rfqCadFileId}>
            {file.fileName} <span>{`${file.completedQuantity} / ${file.quantity}`}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className={css['open']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('list.collapse') : t('list.more', { count: more })}
        </button>
      )}
    </>
  );
}

import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { currentLocale, formatNumber, formatShortDate } from '@sinter/sdk/i18n';
import {
  ConfirmDialog,
  DataTable,
  DueMarker,
  EmptyState,
  ErrorNotice,
  Loading,
  Page,
  Section,
  useTexts,
} from '@sinter/sdk/ui';
import { today } from '@sinter/sdk/ui/dates';
import { agendaOf, type Entry, type Task } from './plan.ts';
import { PlanDrawer } from './PlanDrawer.tsx';
import { useMaintenance } from './useMaintenance.ts';

/** How far the calendar looks ahead. */
const days = 120;

const monthName = (month: string) =>
  new Intl.DateTimeFormat(currentLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01`),
  );

export default observer(function CalendarPage() {
  const t = useTexts();
  const store = useMaintenance();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Task | null>(null);
  const { answer, error } = store.tasks;
  const busy = store.done.busy || store.remove.busy;
  const hoursOf = ({ everyBuildHours, buildHours }: Task) => {
    if (everyBuildHours === null) return '';
    const values = {
      built: buildHours === null ? '–' : formatNumber(buildHours, 0),
      most: formatNumber(everyBuildHours),
    };
    return t('hours', values);
  };
  const add = (
    <Button type="primary" onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('page.calendar')} actions={add}>
      {error !== null && !answer && (
        <ErrorNotice subject={t('page.calendar')} error={error} onRetry={() => store.tasks.retry()} />
      )}
      {!answer && error === null && <Loading />}
      {answer?.length === 0 && <EmptyState title={t('none')} text={t('none.hint')} />}
      {agendaOf(answer ?? [], today(), days).map(({ month, entries }) => (
        <Section key={month} title={monthName(month)}>
          <DataTable<Entry>
            label={monthName(month)}
            rowKey={({ task, on }) => `${task.key} ${on}`}
            rows={entries}
            pageSize={entries.length}
            columns={[
              {
                key: 'on',
                title: t('due'),
                width: 140,
                render: ({ task, on, again }) => (again ? formatShortDate(on) : <DueMarker date={task.dueOn} />),
              },
              { key: 'machine', title: t('machine'), rank: 'name', render: ({ task }) => <bdi>{task.machine}</bdi> },
              { key: 'task', title: t('task'), render: ({ task }) => <bdi>{task.task}</bdi> },
              {
                key: 'hours',
                title: t('buildHours'),
                rank: 'extra',
                render: ({ task, again }) => (again ? '' : hoursOf(task)),
              },
              {
                key: 'last',
                title: t('lastDone'),
                rank: 'detail',
                render: ({ task, again }) => (again ? '' : formatShortDate(task.lastDone)),
              },
              {
                key: 'actions',
                title: t('actions'),
                align: 'right',
                render: ({ task, again }) =>
                  !again && (
                    <>
                      <Button size="small" disabled={busy} onClick={() => void store.done.run(task)}>
                        {t('done')}
                      </Button>{' '}
                      <Button size="small" type="text" danger disabled={busy} onClick={() => setRemoving(task)}>
                        {t('remove')}
                      </Button>
                    </>
                  ),
              },
            ]}
          />
        </Section>
      ))}
      {adding && <PlanDrawer store={store} onClose={() => setAdding(false)} />}
      <ConfirmDialog
        open={removing !== null}
        danger
        title={t('remove.title', { task: removing?.task ?? '', machine: removing?.machine ?? '' })}
        onAnswer={(yes) => {
          if (yes && removing) void store.remove.run(removing);
          setRemoving(null);
        }}
      />
    </Page>
  );
});

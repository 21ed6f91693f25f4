import { observer } from 'mobx-react-lite';
import type { LiveMachine } from '@sinter/sdk/contract/connectivity/machines';
import { formatDateTime, formatPercent } from '@sinter/sdk/i18n';
import { DataTable, StatusPill, useTexts, type DataColumn } from '@sinter/sdk/ui';
import { stateTones } from '../states.ts';
import { Alarm } from './Alarm.tsx';
import { factsOf } from './facts.ts';
import { MachineActions } from './MachineActions.tsx';
import type { WallStore } from './WallStore.ts';
import css from './wall.module.css';

/** The machines of the wall as rows, for who has more of them than fit a screen. */
export default observer(function MachineTable({ store, mayAct }: { store: WallStore; mayAct: boolean }) {
  const t = useTexts();
  const { list } = store;
  const fact = (machine: LiveMachine, key: string) =>
    factsOf(machine, t).find((each) => each.key === key)?.value ?? null;
  const columns: DataColumn<LiveMachine>[] = [
    { key: 'name', title: t('wall.machine'), rank: 'name', render: (machine) => <Name machine={machine} /> },
    {
      ...{ key: 'state', title: t('wall.state') },
      render: ({ state }) => <StatusPill tone={stateTones[state]}>{t(`state.${state}`)}</StatusPill>,
    },
    { key: 'print', title: t('wall.print'), rank: 'extra', render: (machine) => <PrintOf machine={machine} /> },
    {
      ...{ key: 'progress', title: t('wall.progress'), align: 'right' },
      render: ({ print, progress }) => (print && progress !== null ? formatPercent(progress, 0) : null),
    },
    { key: 'layer', title: t('wall.layer'), align: 'right', rank: 'wide', render: (machine) => fact(machine, 'layer') },
    { key: 'left', title: t('wall.left'), align: 'right', rank: 'detail', render: (machine) => fact(machine, 'left') },
    { key: 'material', title: t('wall.material'), rank: 'wide', render: ({ material }) => <bdi>{material}</bdi> },
    {
      ...{ key: 'seen', title: t('wall.seen'), rank: 'wide' },
      render: ({ seenAt }) => seenAt !== null && formatDateTime(seenAt),
    },
    {
      ...{ key: 'alarm', title: t('wall.alarm'), rank: 'extra' },
      render: ({ alarm, plateFull }) => (
        <>
          {alarm && <Alarm alarm={alarm} />}
          {plateFull && <p className={css['plate']}>{t('wall.plateFull')}</p>}
        </>
      ),
    },
    {
      ...{ key: 'actions', title: t('wall.actions') },
      render: (machine) => <MachineActions store={store} machine={machine} mayAct={mayAct} />,
    },
  ];
  return (
    <DataTable
      label={t('page.wall')}
      columns={columns}
      rows={list.rows}
      rowKey={({ id }) => id}
      pageSize={list.pageSize}
      loading={list.loading}
    />
  );
});

function Name({ machine: { name, type } }: { machine: LiveMachine }) {
  const t = useTexts();
  return (
    <>
      <bdi>{name}</bdi> {type === 'SIMULATOR' && <span className={css['badge']}>{t('wall.simulator')}</span>}
    </>
  );
}

function PrintOf({ machine: { print } }: { machine: LiveMachine }) {
  const t = useTexts();
  if (!print) return null;
  return (
    <span className={css['job']}>
      <bdi>{print.job?.name ?? print.name}</bdi>
      {!print.job && <span>{t('wall.noJob')}</span>}
    </span>
  );
}

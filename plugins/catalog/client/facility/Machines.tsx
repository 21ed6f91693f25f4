import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { DataTable, EmptyState, LightButton, StatusPill, Thumbnail, useTexts, UndoBar } from '@sinter/sdk/ui';
import type { Facility, Machine } from './Facility.ts';
import type { MachinesStore } from './MachinesStore.ts';
import { fullName, volumeOf } from './model.ts';
import { moneyOf } from './money.ts';
import { NameList } from './NameList.tsx';
import { usePage } from './usePage.ts';
import css from './facility.module.css';

const MachineDrawer = lazy(() => import('./MachineDrawer.tsx'));

interface MachinesProps {
  store: MachinesStore;
  facility: Facility;
}

/** The machines of the facility, those that are retired last. */
export const Machines = observer(function Machines({ store, facility }: MachinesProps) {
  const t = useTexts();
  const { changed, panel } = store;
  const page = usePage(facility.machines);
  // Read here, not in the cells, which are drawn by the table.
  const materials = new Map(facility.kept.map(({ id, name }) => [id, name]));
  const add = (
    <LightButton disabled={facility.loading} onClick={() => store.open('new')}>
      {t('facility.machine.add')}
    </LightButton>
  );
  return (
    <>
      <UndoBar
        text={
          changed &&
          t(changed.hidden ? 'facility.machine.wasRetired' : 'facility.machine.wasRestored', {
            name: changed.displayName,
          })
        }
        busy={store.busy === 'undo'}
        onUndo={() => void store.undo()}
        onDismiss={store.forget}
      />
      {store.problem !== null && (
        <p role="alert" className={css['problem']}>
          {store.problem}
        </p>
      )}
      <DataTable
        label={t('facility.machines')}
        {...page}
        rowKey={({ id }) => id}
        loading={facility.loading}
        empty={
          facility.loading ? (
            ' '
          ) : (
            <EmptyState title={t('facility.machines.none')} text={t('facility.machines.noneText')} actions={add} />
          )
        }
        columns={[
          { key: 'name', title: t('facility.machine'), render: (row) => <Name machine={row} /> },
          { key: 'model', title: t('facility.model'), render: (row) => <ModelCell machine={row} /> },
          {
            key: 'materials',
            title: t('facility.materials'),
            render: ({ materialRoles }) => (
              <NameList names={materialRoles.map(({ id }) => materials.get(id) ?? `#${id}`)} />
            ),
          },
          {
            key: 'loaded',
            title: t('facility.loaded'),
            render: ({ currentlyUsedMaterialId: id }) =>
              id === null ? (
                <span className={css['quiet']}>{t('facility.loaded.none')}</span>
              ) : (
                (materials.get(id) ?? '–')
              ),
          },
          {
            key: 'rate',
            title: t('facility.rate'),
            align: 'right',
            render: ({ hourlyRate }) => moneyOf(hourlyRate, facility.currency),
          },
          {
            key: 'actions',
            title: <span className={css['hidden']}>{t('facility.actions')}</span>,
            align: 'right',
            render: (row) => <Actions store={store} machine={row} />,
          },
        ]}
      />
      {facility.machines.length > 0 && <div className={css['below']}>{add}</div>}
      <Suspense fallback={null}>
        {panel !== null && (
          <MachineDrawer
            key={panel === 'new' ? panel : panel.id}
            store={store}
            facility={facility}
            machine={panel === 'new' ? null : panel}
          />
        )}
      </Suspense>
    </>
  );
});

function Name({ machine: { displayName, imageUrl, hidden } }: { machine: Machine }) {
  const t = useTexts();
  return (
    <span className={css['name']}>
      <Thumbnail src={imageUrl} alt={displayName} size={40} />
      <span>
        <strong>{displayName}</strong>
        {hidden && <StatusPill tone="grey">{t('facility.machine.retired')}</StatusPill>}
      </span>
    </span>
  );
}

function ModelCell({ machine: { machine } }: { machine: Machine }) {
  return (
    <span className={css['model']}>
      <span>{fullName(machine)}</span>
      <span className={css['quiet']}>
        {[machine.amProcess.name, volumeOf(machine.buildVolume)].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

const Actions = observer(function Actions({ store, machine }: { store: MachinesStore; machine: Machine }) {
  const t = useTexts();
  const { displayName: name, hidden, openJobs } = machine;
  const held = !hidden && openJobs > 0;
  const verb = hidden ? 'restore' : 'retire';
  const reasonId = `machine-${machine.id}-jobs`;
  return (
    <span className={css['actions']}>
      <span className={css['buttons']}>
        <LightButton size="small" aria-label={t('facility.edit.named', { name })} onClick={() => store.open(machine)}>
          {t('facility.edit')}
        </LightButton>
        <LightButton
          size="small"
          disabled={held}
          loading={store.busy === machine.id}
          aria-label={t(`facility.machine.${verb}.named`, { name })}
          {...(held ? { 'aria-describedby': reasonId, title: t('facility.machine.hasJobs', { count: openJobs }) } : {})}
          onClick={() => void store.setRetired(machine, !hidden)}
        >
          {t(`facility.machine.${verb}`)}
        </LightButton>
      </span>
      {held && (
        <span className={css['quiet']}>
          {t('facility.machine.openJobs', { count: openJobs })}
          <span id={reasonId} className={css['hidden']}>
            {t('facility.machine.hasJobs', { count: openJobs })}
          </span>
        </span>
      )}
    </span>
  );
});

import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton, StatusPill, Thumbnail, useTexts, VisuallyHidden } from '@sinter/sdk/ui';
import type { Facility, Machine } from './Facility.ts';
import { FacilityList } from './FacilityList.tsx';
import type { MachinesStore } from './MachinesStore.ts';
import { fullName, volumeOf } from './model.ts';
import { moneyOf } from './money.ts';
import { NameList } from './NameList.tsx';
import css from './facility.module.css';

const MachineDrawer = lazy(() => import('./MachineDrawer.tsx'));

interface MachinesProps {
  store: MachinesStore;
  facility: Facility;
}

/** The machines of the facility, those that are retired last. */
export const Machines = observer(function Machines({ store, facility }: MachinesProps) {
  const t = useTexts();
  const { panel } = store;
  const changed = store.undo.done;
  // Read here, not in the cells, which are drawn by the table.
  const materials = new Map(facility.kept.map(({ id, name }) => [id, name]));
  const add = (
    <LightButton disabled={facility.loading} onClick={() => store.open('new')}>
      {t('facility.machine.add')}
    </LightButton>
  );
  return (
    <>
      <FacilityList
        what="machines"
        rows={facility.machines}
        facility={facility}
        undo={store.undo}
        undoText={
          changed &&
          t(changed.hidden ? 'facility.machine.wasRetired' : 'facility.machine.wasRestored', {
            name: changed.displayName,
          })
        }
        problem={store.retiring.problem}
        add={add}
        columns={[
          { key: 'name', rank: 'name', title: t('facility.machine'), render: (row) => <Name machine={row} /> },
          { key: 'model', title: t('facility.model'), render: (row) => <ModelCell machine={row} /> },
          {
            key: 'materials',
            rank: 'extra',
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
            rank: 'detail',
            title: t('facility.rate'),
            align: 'right',
            render: ({ hourlyRate }) => moneyOf(hourlyRate, facility.currency),
          },
          {
            key: 'actions',
            title: <VisuallyHidden>{t('facility.actions')}</VisuallyHidden>,
            align: 'right',
            render: (row) => <Actions store={store} machine={row} />,
          },
        ]}
      />
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
        <strong>
          <bdi>{displayName}</bdi>
        </strong>
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
          loading={store.retiring.doing?.[0].id === machine.id}
          aria-label={t(`facility.machine.${verb}.named`, { name })}
          {...(held ? { 'aria-describedby': reasonId, title: t('facility.machine.hasJobs', { count: openJobs }) } : {})}
          onClick={() => void store.retiring.run(machine, !hidden)}
        >
          {t(`facility.machine.${verb}`)}
        </LightButton>
      </span>
      {held && (
        <span className={css['quiet']}>
          {t('facility.machine.openJobs', { count: openJobs })}
          <VisuallyHidden id={reasonId}>{t('facility.machine.hasJobs', { count: openJobs })}</VisuallyHidden>
        </span>
      )}
    </span>
  );
});

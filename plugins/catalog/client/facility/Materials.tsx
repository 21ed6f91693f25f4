import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, StatusPill, useTexts, VisuallyHidden } from '@sinter/sdk/ui';
import type { Facility, KeptMaterial } from './Facility.ts';
import { FacilityList } from './FacilityList.tsx';
import type { MaterialsStore } from './MaterialsStore.ts';
import { moneyOf } from './money.ts';
import { NameList } from './NameList.tsx';
import { Properties } from './Properties.tsx';
import css from './facility.module.css';

const LibraryDrawer = lazy(() => import('./LibraryDrawer.tsx'));
const OwnMaterialDrawer = lazy(() => import('./OwnMaterialDrawer.tsx'));
const PriceDrawer = lazy(() => import('./PriceDrawer.tsx'));

interface MaterialsProps {
  store: MaterialsStore;
  facility: Facility;
}

/** The materials that the facility keeps, and at which price. */
export const Materials = observer(function Materials({ store, facility }: MaterialsProps) {
  const t = useTexts();
  const { panel } = store;
  const dropped = store.undo.done;
  // Read here, not in the cells, which are drawn by the table: a change of the machines changes what may be removed.
  const machines = new Map(facility.kept.map(({ id }) => [id, facility.machinesOf(id)]));
  const add = (
    <span className={css['buttons']}>
      <LightButton disabled={facility.loading} onClick={() => store.open('library')}>
        {t('facility.material.add')}
      </LightButton>
      <LightButton disabled={facility.loading} onClick={() => store.open('own')}>
        {t('facility.material.own')}
      </LightButton>
    </span>
  );
  return (
    <>
      <FacilityList
        what="materials"
        rows={facility.kept}
        facility={facility}
        undo={store.undo}
        undoText={dropped && t('facility.material.wasDropped', { name: dropped.name })}
        problem={store.dropping.problem}
        add={add}
        expand={(material) => <Properties material={material} />}
        columns={[
          { key: 'name', rank: 'name', title: t('facility.material'), render: (row) => <Name material={row} /> },
          {
            key: 'process',
            title: t('facility.process'),
            render: ({ amProcessId }) => facility.processName(amProcessId),
          },
          {
            key: 'family',
            rank: 'detail',
            title: t('facility.family'),
            render: ({ generalMaterial }) => generalMaterial.name,
          },
          {
            key: 'density',
            rank: 'detail',
            title: t('facility.density'),
            align: 'right',
            render: ({ density }) => <span className={css['oneLine']}>{`${formatNumber(density, 2)} g/cm³`}</span>,
          },
          {
            key: 'price',
            title: t('facility.price'),
            align: 'right',
            render: ({ pricePerKg }) => moneyOf(pricePerKg, facility.currency),
          },
          {
            key: 'machines',
            rank: 'extra',
            title: t('facility.machines'),
            render: ({ id }) => <NameList names={machines.get(id) ?? []} />,
          },
          {
            key: 'actions',
            title: <VisuallyHidden>{t('facility.actions')}</VisuallyHidden>,
            align: 'right',
            render: (row) => <Actions store={store} material={row} used={machines.get(row.id)?.length !== 0} />,
          },
        ]}
      />
      <Suspense fallback={null}>
        {panel === 'library' && <LibraryDrawer store={store} facility={facility} />}
        {panel === 'own' && <OwnMaterialDrawer store={store} facility={facility} />}
        {panel !== null && typeof panel === 'object' && (
          <PriceDrawer store={store} facility={facility} material={panel} />
        )}
      </Suspense>
    </>
  );
});

function Name({ material: { name, manufacturer, own } }: { material: KeptMaterial }) {
  const t = useTexts();
  return (
    <span className={css['two']}>
      <span>
        <bdi>{name}</bdi> {own && <StatusPill tone="blue">{t('facility.own')}</StatusPill>}
      </span>
      {manufacturer !== null && <span className={css['quiet']}>{manufacturer}</span>}
    </span>
  );
}

interface ActionsProps {
  store: MaterialsStore;
  material: KeptMaterial;
  /** A machine runs it. */
  used: boolean;
}

const Actions = observer(function Actions({ store, material, used }: ActionsProps) {
  const t = useTexts();
  const { name } = material;
  const reasonId = `material-${material.id}-used`;
  return (
    <span className={css['actions']}>
      <span className={css['buttons']}>
        <LightButton
          size="small"
          aria-label={t('facility.price.edit.named', { name })}
          onClick={() => store.open(material)}
        >
          {t('facility.price.edit')}
        </LightButton>
        <LightButton
          size="small"
          disabled={used}
          loading={store.dropping.doing?.[0].id === material.id}
          aria-label={t('facility.remove.named', { name })}
          {...(used ? { 'aria-describedby': reasonId, title: t('facility.material.used') } : {})}
          onClick={() => void store.dropping.run(material)}
        >
          {t('facility.remove')}
        </LightButton>
      </span>
      {used && (
        <span className={css['quiet']}>
          {t('facility.material.inUse')}
          <VisuallyHidden id={reasonId}>{t('facility.material.used')}</VisuallyHidden>
        </span>
      )}
    </span>
  );
});

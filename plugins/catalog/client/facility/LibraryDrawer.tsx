import { useId, useRef, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { EmptyState, ErrorNotice, LightButton, LightInput, Loading, StatusPill, toast, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import type { Facility, Material } from './Facility.ts';
import type { MaterialsStore } from './MaterialsStore.ts';
import { moneyOf } from './money.ts';
import { PriceForm } from './PriceForm.tsx';
import { Properties } from './Properties.tsx';
import css from './facility.module.css';

interface LibraryDrawerProps {
  store: MaterialsStore;
  facility: Facility;
}

/** The library, searched and narrowed; several materials may be kept one after the other. */
export default observer(function LibraryDrawer({ store, facility }: LibraryDrawerProps) {
  const t = useTexts();
  /** The material whose price is being entered. */
  const [priced, setPriced] = useState<number | null>(null);
  const [dirty, setDirty] = useState(false);
  const { found } = store;
  const { answer: library, error } = store.library;
  const choose = (id: number | null) => {
    setPriced(id);
    setDirty(false);
  };
  return (
    <SideDrawer title={t('facility.material.add')} size={680} unsaved={dirty} onClose={store.close}>
      {error !== null && <ErrorNotice subject={t('facility.library')} error={error} onRetry={store.library.retry} />}
      {library === null && error === null && <Loading />}
      {library !== null && (
        <>
          <Filters store={store} />
          <p role="status" className={css['quiet']}>
            {t('facility.library.found', { count: found.length })}
          </p>
          {found.length === 0 ? (
            <EmptyState
              title={t('facility.library.none')}
              text={t('facility.library.noneText')}
              actions={
                <span className={css['buttons']}>
                  <LightButton onClick={store.resetFilter}>{t('common.reset')}</LightButton>
                  <LightButton onClick={() => store.open('own')}>{t('facility.material.own')}</LightButton>
                </span>
              }
            />
          ) : (
            <ul className={css['library']} aria-label={t('facility.library')}>
              {found.map((material) => (
                <Entry
                  key={material.id}
                  {...{ store, facility, material }}
                  open={priced === material.id}
                  onOpen={() => choose(material.id)}
                  onClose={() => choose(null)}
                  onDirty={setDirty}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </SideDrawer>
  );
});

const Filters = observer(function Filters({ store }: { store: MaterialsStore }) {
  const t = useTexts();
  const options = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={css['filters']} role="search">
      <LightInput
        type="search"
        aria-label={t('facility.library.search')}
        placeholder={t('facility.library.search')}
        value={store.search}
        onChange={(event) => store.setSearch(event.target.value)}
      />
      <Select<number | null>
        aria-label={t('facility.process')}
        placeholder={t('facility.process')}
        allowClear
        value={store.process}
        options={options(store.processes)}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(process) => store.filter(process ?? null, store.family)}
      />
      <Select<number | null>
        aria-label={t('facility.family')}
        placeholder={t('facility.family')}
        allowClear
        value={store.family}
        options={options(store.families)}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(family) => store.filter(store.process, family ?? null)}
      />
    </div>
  );
});

interface EntryProps extends LibraryDrawerProps {
  material: Material;
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
  onDirty: (dirty: boolean) => void;
}

const Entry = observer(function Entry({ store, facility, material, open, onOpen, onClose, onDirty }: EntryProps) {
  const t = useTexts();
  const nameId = useId();
  const entry = useRef<HTMLLIElement>(null);
  /** The button that was pressed and the price's field take each other's place. */
  const move = (then: () => void, to: string) => {
    then();
    setTimeout(() => entry.current?.querySelector<HTMLElement>(to)?.focus());
  };
  const { id, name, manufacturer, generalMaterial, amProcessId, own } = material;
  const kept = facility.material(id);
  return (
    <li ref={entry} aria-labelledby={nameId}>
      <div className={css['entry']}>
        <span className={css['two']}>
          <strong id={nameId}>
            <bdi>{name}</bdi>
          </strong>
          <span className={css['quiet']}>
            {[manufacturer, facility.processName(amProcessId), generalMaterial.name, own ? t('facility.own') : '']
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        {kept ? (
          <StatusPill tone="green">
            {t('facility.material.keptAt', { price: moneyOf(kept.pricePerKg, facility.currency) })}
          </StatusPill>
        ) : (
          !open && (
            <LightButton
              size="small"
              aria-label={t('facility.material.keep.named', { name })}
              onClick={() => move(onOpen, 'input')}
            >
              {t('facility.material.keep')}
            </LightButton>
          )
        )}
      </div>
      <Properties material={material} />
      {open && !kept && (
        <PriceForm
          materialId={id}
          currency={facility.currency}
          price={null}
          onDirty={onDirty}
          onCancel={() => move(onClose, 'button')}
          onSave={async (price) => {
            await store.keep(id, price);
            toast.success(t('facility.material.added', { name }));
            onClose();
          }}
        />
      )}
    </li>
  );
});

import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { EmptyState, ErrorNotice, LightButton, Loading, StatusPill, useTexts, UndoBar } from '@sinter/sdk/ui';
import type { Country } from '@sinter/sdk/ui/form';
import type { DeliveryAddress, DeliveryList } from './deliveries.ts';
import css from './profile.module.css';

const DeliveryDrawer = lazy(() => import('./DeliveryDrawer.tsx'));

interface DeliveriesProps {
  store: DeliveryList;
  countries: readonly Country[];
  editable: boolean;
}

/** Delivery addresses as cards; the default one is offered first when something is ordered. */
export const Deliveries = observer(function Deliveries({ store, countries, editable }: DeliveriesProps) {
  const t = useTexts();
  const { rows, panel, changing, removed } = store;
  const { error, loading, retry } = store.question;
  const add = editable && <LightButton onClick={() => store.open('new')}>{t('profile.delivery.add')}</LightButton>;
  return (
    <>
      <UndoBar
        text={removed.done && t('profile.delivery.removed', { name: nameOf(removed.done) })}
        busy={removed.busy}
        onUndo={() => void removed.run()}
        onDismiss={removed.dismiss}
      />
      {changing.problem !== null && (
        <p role="alert" className={css['problem']}>
          {changing.problem}
        </p>
      )}
      {error !== null && <ErrorNotice subject={t('profile.deliveries')} error={error} onRetry={retry} />}
      {loading && <Loading />}
      {!loading && error === null && rows.length === 0 && (
        <EmptyState title={t('profile.deliveries.none')} text={t('profile.deliveries.noneText')} actions={add} />
      )}
      {rows.length > 0 && (
        <>
          <ul className={css['cards']}>
            {rows.map((address) => (
              <Card key={address.id} {...{ store, address, countries, editable }} />
            ))}
          </ul>
          {add && <div className={css['below']}>{add}</div>}
        </>
      )}
      <Suspense fallback={null}>
        {panel !== null && (
          <DeliveryDrawer
            store={store}
            countries={countries}
            address={panel === 'new' ? null : panel}
            first={rows.length === 0}
          />
        )}
      </Suspense>
    </>
  );
});

const nameOf = ({ companyName, contactName, line1 }: DeliveryAddress): string => companyName || contactName || line1;

interface CardProps extends DeliveriesProps {
  address: DeliveryAddress;
}

const Card = observer(function Card({ store, address, countries, editable }: CardProps) {
  const t = useTexts();
  const name = nameOf(address);
  const { companyName, contactName, phone, line1, line2, city, region, postalCode, countryCode } = address;
  const country = countries.find(({ code }) => code === countryCode)?.name ?? countryCode;
  const lines = [companyName, contactName, line1, line2, `${postalCode} ${city}`.trim(), region, country, phone];
  return (
    <li className={css['card']}>
      <address>
        {lines
          .filter((line) => line !== '')
          .map((line) => (
            <span key={line}>{line}</span>
          ))}
      </address>
      {address.isDefault && <StatusPill tone="blue">{t('profile.delivery.default')}</StatusPill>}
      {editable && (
        <div className={css['cardActions']}>
          {!address.isDefault && (
            <LightButton
              size="small"
              loading={store.isBusy(address)}
              aria-label={t('profile.delivery.makeDefault.named', { name })}
              onClick={() => void store.changing.run(address, { ...address, isDefault: true })}
            >
              {t('profile.delivery.makeDefault')}
            </LightButton>
          )}
          <LightButton size="small" aria-label={t('profile.edit.named', { name })} onClick={() => store.open(address)}>
            {t('common.edit')}
          </LightButton>
          <LightButton
            size="small"
            loading={store.isBusy(address)}
            aria-label={t('profile.remove.named', { name })}
            onClick={() => void store.changing.run(address)}
          >
            {t('common.remove')}
          </LightButton>
        </div>
      )}
    </li>
  );
});

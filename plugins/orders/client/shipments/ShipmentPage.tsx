import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { shipmentPage } from '@sinter/sdk/contract/orders/shipmentPage';
import { shipmentReasonNeeded, type Shipment, type ShipmentEvent } from '@sinter/sdk/contract/orders/shipments';
import { formatDateTime } from '@sinter/sdk/i18n';
import {
  ConfirmDialog,
  ErrorNotice,
  LightButton,
  Link,
  Loading,
  Page,
  Section,
  Slot,
  StatusPill,
  toast,
  useParams,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { AddressText } from '../AddressText.tsx';
import { AskedText } from '../AskedText.tsx';
import { Lines } from './Lines.tsx';
import { PaperLinks } from './PaperLinks.tsx';
import { ShipmentStatusPill } from './ShipmentStatusPill.tsx';
import { ShipmentStore } from './ShipmentStore.ts';
import { Tracking } from './Tracking.tsx';
import css from './shipments.module.css';

const ShipmentForm = lazy(() => import('./ShipmentForm.tsx'));
const Packing = lazy(() => import('./Packing.tsx'));
const Screening = lazy(() => import('./Screening.tsx'));

/** One shipment. */
export default function ShipmentPage() {
  const id = Number(useParams()['id']);
  return <Shown key={id} id={id} />;
}

const Shown = observer(function Shown({ id }: { id: number }) {
  const t = useTexts();
  const store = useStore((host) => new ShipmentStore(host, id));
  const { shipment, reading } = store;
  const title = t('shipment.title', { id });
  return (
    <Page
      title={title}
      breadcrumbs={[{ text: t('page.shipments'), to: '/service-provider/shipments' }, { text: `#${id}` }]}
      extra={shipment && <ShipmentStatusPill status={shipment.status} />}
      actions={shipment && <Events store={store} shipment={shipment} />}
    >
      {!shipment &&
        (reading.error ? (
          <ErrorNotice subject={title} error={reading.error} onRetry={() => reading.retry()} />
        ) : (
          <Loading />
        ))}
      {shipment && (
        <div className={css['columns']}>
          <div className={css['column']}>
            <Section title={t('shipment.contents')}>
              <Lines shipment={shipment} />
            </Section>
            <Suspense fallback={<Loading />}>
              {shipment.status === 'DRAFT' && store.mayWrite && <Packing store={store} shipment={shipment} />}
              {shipment.changeable && <ShipmentForm key={shipment.version} store={store} shipment={shipment} />}
            </Suspense>
          </div>
          <div className={css['column']}>
            <Facts shipment={shipment} />
            {(shipment.controlled || shipment.screenings.length > 0 || shipment.screens) && (
              <Suspense fallback={<Loading />}>
                <Screening key={shipment.screenings.length} store={store} shipment={shipment} />
              </Suspense>
            )}
            <History shipment={shipment} />
            <Slot
              name={shipmentPage}
              props={{ shipment: { id, orderIds: [...new Set(shipment.lines.map(({ orderId }) => orderId))] } }}
            />
          </div>
        </div>
      )}
      <Dialog store={store} />
    </Page>
  );
});

const look = (event: ShipmentEvent, first: boolean) => (event === 'VOID' ? 'danger' : first ? 'primary' : 'default');

function Events({ store, shipment }: { store: ShipmentStore; shipment: Shipment }) {
  const t = useTexts();
  return (
    <>
      {shipment.allowedEvents.toReversed().map((event) => (
        <LightButton
          key={event}
          kind={look(event, event === shipment.allowedEvents.find((each) => each !== 'UNPACK'))}
          onClick={() => store.ask(event)}
        >
          {t(`shipment.event.${event}`)}
        </LightButton>
      ))}
    </>
  );
}

const Dialog = observer(function Dialog({ store }: { store: ShipmentStore }) {
  const t = useTexts();
  const { asked, firing } = store;
  const event = asked?.event;
  const needed = event !== undefined && shipmentReasonNeeded.includes(event);
  const answer = async (yes: boolean) => {
    if (!yes) return store.dismiss();
    if (firing.busy || !(await store.confirm(needed))) return undefined;
    return toast.success(t(`shipment.done.${event}`));
  };
  return (
    <ConfirmDialog
      open={asked !== null}
      title={event ? t(`shipment.ask.${event}`) : ''}
      yes={event ? t(`shipment.event.${event}`) : ''}
      no={t('ask.cancel')}
      danger={event === 'VOID'}
      onAnswer={(yes) => void answer(yes)}
    >
      {asked && event && (
        <span className={css['form']}>
          {t(`shipment.ask.${event}.text`)}
          {needed && (
            <AskedText
              label={t('ask.reason.required')}
              value={asked.reason}
              maxLength={1000}
              needed={t('ask.reasonNeeded')}
              tried={store.tried}
              rows={3}
              onChange={store.write}
            />
          )}
          {firing.problem !== null && (
            <span role="alert" className={css['refusal']}>
              {firing.problem}
            </span>
          )}
        </span>
      )}
    </ConfirmDialog>
  );
});

function Facts({ shipment }: { shipment: Shipment }) {
  const t = useTexts();
  const { id, status, address, consignee, orders, controlled, papers, label, shippedOn, deliveredOn, note } = shipment;
  const facts = [
    ['consignee', address ? <AddressText key="a" address={address} /> : <bdi key="a">{consignee.name}</bdi>],
    [
      'orders',
      orders.map(({ id, name }) => (
        <Link key={id} to={`/order-details/${id}`} className={css['block'] ?? ''}>
          #{id} <bdi>{name}</bdi>
        </Link>
      )),
    ],
    ['carrier', <Tracking key="c" sent={shipment} />],
    [
      'label',
      label ? (
        <a key="l" href={`${label.fileURL}?download=true`} download>
          <bdi>{label.fileName}</bdi>
        </a>
      ) : null,
    ],
    ['papers', status === 'VOIDED' ? null : <PaperLinks key="p" id={id} papers={papers} labels />],
    ['shipped', shippedOn && formatDateTime(shippedOn)],
    ['delivered', deliveredOn && formatDateTime(deliveredOn)],
    [
      'note',
      note === '' ? null : (
        <span key="n" dir="auto">
          {note}
        </span>
      ),
    ],
  ] as const;
  return (
    <Section>
      {controlled && <StatusPill tone="red">{t('shipments.controlled')}</StatusPill>}
      <dl className={css['facts']}>
        {facts.map(
          ([key, value]) =>
            value !== null && (
              <div key={key}>
                <dt>{t(`shipments.${key}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Section>
  );
}

function History({ shipment: { history } }: { shipment: Shipment }) {
  const t = useTexts();
  return (
    <Section title={t('shipment.history')}>
      <ol className={css['history']}>
        {history.map(({ event, at, who, reason }) => (
          <li key={`${event} ${at}`}>
            <strong>{t(`shipment.happened.${event}`)}</strong>
            {reason !== '' && <span dir="auto">{reason}</span>}
            <small>
              {who !== '' && (
                <>
                  <bdi>{who}</bdi> ·{' '}
                </>
              )}
              {formatDateTime(at)}
            </small>
          </li>
        ))}
      </ol>
    </Section>
  );
}

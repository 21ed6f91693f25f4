import type { ShipmentRow } from '@sinter/sdk/contract/orders/shipments';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { CsvColumn } from '@sinter/sdk/state/lists';
import { Link, StatusPill, type DataColumn } from '@sinter/sdk/ui';
import { ShipmentStatusPill } from './ShipmentStatusPill.tsx';
import { carrierName, Tracking } from './Tracking.tsx';
import css from './shipments.module.css';

type Texts = PluginHost['t'];
type Column = DataColumn<ShipmentRow> & { title: string };

export const shipmentPath = (id: number): string => `/service-provider/shipments/${id}`;

const kilograms = (grams: number): number => grams / 1000;
const customs = ({ incoterm, tariffNumber, exportLicence }: ShipmentRow): string =>
  [incoterm, tariffNumber, exportLicence].filter(Boolean).join(' · ');
const consignee = ({ consignee: { name }, city, countryCode }: ShipmentRow) => (
  <span className={css['stack']}>
    <bdi>{name}</bdi>
    <small>{[city, countryCode].filter(Boolean).join(', ')}</small>
  </span>
);

/** Columns that may be left out; the number always stays. */
export const choosableColumns = (t: Texts): Column[] => [
  { key: 'status', title: t('shipments.status'), render: ({ status }) => <ShipmentStatusPill status={status} /> },
  {
    key: 'orders',
    title: t('shipments.orders'),
    render: ({ orders, controlled }) => (
      <span className={css['stack']}>
        {orders.map(({ id, name }) => (
          <Link key={id} to={`/order-details/${id}?tab=shipments`}>
            #{id} <bdi>{name}</bdi>
          </Link>
        ))}
        {controlled && (
          <span>
            <StatusPill tone="red">{t('shipments.controlled')}</StatusPill>
          </span>
        )}
      </span>
    ),
  },
  { key: 'consignee', title: t('shipments.consignee'), render: consignee },
  {
    key: 'pieces',
    title: t('shipments.pieces'),
    align: 'right',
    render: ({ pieces, ordered }) => (
      <span className={css['short']}>
        {t('shipments.piecesOf', { pieces: formatNumber(pieces), all: formatNumber(ordered) })}
      </span>
    ),
  },
  { key: 'carrier', rank: 'extra', title: t('shipments.carrier'), render: (row) => <Tracking sent={row} /> },
  {
    key: 'boxes',
    rank: 'detail',
    title: t('shipments.boxes'),
    align: 'right',
    render: ({ boxes }) => formatNumber(boxes),
  },
  {
    key: 'weight',
    rank: 'detail',
    title: t('shipments.weight'),
    align: 'right',
    render: ({ weightGrams }) =>
      weightGrams === null ? (
        '–'
      ) : (
        <span className={css['short']}>{t('shipments.kg', { weight: formatNumber(kilograms(weightGrams)) })}</span>
      ),
  },
  { key: 'customs', rank: 'wide', title: t('shipments.customs'), render: (row) => customs(row) || '–' },
  { key: 'created', rank: 'wide', title: t('shipments.created'), render: ({ createdOn }) => formatDate(createdOn) },
  {
    key: 'shipped',
    rank: 'extra',
    title: t('shipments.shipped'),
    render: ({ shippedOn }) => (shippedOn ? formatDate(shippedOn) : '–'),
  },
  {
    key: 'delivered',
    rank: 'detail',
    title: t('shipments.delivered'),
    render: ({ deliveredOn }) => (deliveredOn ? formatDate(deliveredOn) : '–'),
  },
];

export const tableColumns = (t: Texts): DataColumn<ShipmentRow>[] => [
  {
    key: 'id',
    rank: 'name',
    width: 90,
    title: t('shipments.number'),
    render: ({ id }) => <Link to={shipmentPath(id)}>#{id}</Link>,
  },
  ...choosableColumns(t),
];

export const csvColumns = (t: Texts): CsvColumn<ShipmentRow>[] => [
  { title: t('shipments.number'), value: ({ id }) => id },
  { title: t('shipments.status'), value: ({ status }) => t(`shipment.status.${status}`) },
  { title: t('shipments.orders'), value: ({ orders }) => orders.map(({ id }) => `#${id}`).join(' ') },
  { title: t('shipments.consignee'), value: (row) => row.consignee.name },
  { title: t('shipments.city'), value: ({ city }) => city },
  { title: t('shipments.country'), value: ({ countryCode }) => countryCode },
  { title: t('shipments.pieces'), value: ({ pieces }) => pieces },
  { title: t('shipments.ordered'), value: ({ ordered }) => ordered },
  { title: t('shipments.carrier'), value: ({ carrier }) => carrierName(t, carrier) },
  { title: t('shipments.service'), value: ({ service }) => service },
  { title: t('shipments.tracking'), value: ({ tracking }) => tracking },
  { title: t('shipments.boxes'), value: ({ boxes }) => boxes },
  { title: t('shipments.weightKg'), value: ({ weightGrams }) => (weightGrams === null ? '' : kilograms(weightGrams)) },
  { title: t('shipments.incoterm'), value: ({ incoterm }) => incoterm },
  { title: t('shipments.tariff'), value: ({ tariffNumber }) => tariffNumber },
  { title: t('shipments.licence'), value: ({ exportLicence }) => exportLicence },
  { title: t('shipments.created'), value: ({ createdOn }) => createdOn },
  { title: t('shipments.shipped'), value: ({ shippedOn }) => shippedOn ?? '' },
  { title: t('shipments.delivered'), value: ({ deliveredOn }) => deliveredOn ?? '' },
];

import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import type { PlannedEntry } from './plan.ts';

interface Cover {
  order: OrderDetail;
  of: string;
  entries: readonly PlannedEntry[];
  leftOut: readonly string[];
}

const amount = (minor: number, currency: string): string => {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return `${(minor / 10 ** digits).toFixed(digits)} ${currency}`;
};
/** What people wrote stays on its line. */
const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The first page of a record: what the order is, what is in the file, and how to check it. */
export function readme({ order, of, entries, leftOut }: Cover): string {
  const { id, displayTitle, customer, facility, status, createdOn, promisedOn, deliveredOn, quote, rfqFileDTOs } =
    order;
  const facts: [string, string | null][] = [
    ['Order', `#${id} ${line(displayTitle)}`],
    ['Record of', line(of)],
    ['Customer', line(customer)],
    ['Facility', facility && line(facility)],
    ['Status', status],
    ['Ordered', createdOn],
    ['Promised', promisedOn],
    ['Delivered', deliveredOn],
    ['Total', quote && amount(quote.amount, quote.currency)],
    ['PO number', order.poNumber && line(order.poNumber)],
    ['Archived', order.archived && `${order.archived.at} ${line(order.archived.by)} ${line(order.archived.reason)}`],
  ];
  return [
    ...facts.flatMap(([name, value]) => (value ? [`${name.padEnd(12)}${value}`] : [])),
    '',
    'Parts',
    ...rfqFileDTOs.map(
      ({ quantity, originalFileDTO, aMProcess, materials }) =>
        `  ${quantity} x ${line(originalFileDTO.fileName)} (${[aMProcess, ...materials].map(({ name }) => line(name)).join(', ')})`,
    ),
    '',
    'Files',
    ...entries.map(({ path }) => `  ${path}`),
    '  manifest.json',
    '  SHA256SUMS',
    ...(leftOut.length === 0
      ? []
      : ['', 'Left out: export controlled, or not open to you', ...leftOut.map((path) => `  ${path}`)]),
    '',
    'To check that nothing was changed, unpack this file and run in its folder:',
    '  Linux    sha256sum -c SHA256SUMS',
    '  macOS    shasum -a 256 -c SHA256SUMS',
    '  Windows  Get-FileHash <file> in PowerShell, and compare with SHA256SUMS',
    '',
  ].join('\r\n');
}

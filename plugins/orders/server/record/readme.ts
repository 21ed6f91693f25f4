import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import type { Sentence } from '@sinter/sdk/contract';
import type { DocumentWords } from '@sinter/sdk/server';
import { say } from '../texts.ts';
import type { PlannedEntry } from './plan.ts';

interface Cover {
  order: OrderDetail;
  of: string;
  entries: readonly PlannedEntry[];
  leftOut: readonly string[];
}

/** What people wrote stays on its line. */
const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The first page of a record, in its reader's language: what the order is, what is in the file, and how to check it. */
export function readme({ order, of, entries, leftOut }: Cover, words: DocumentWords): string {
  const { id, displayTitle, customer, facility, createdOn, promisedOn, deliveredOn, quote, rfqFileDTOs } = order;
  const facts: [Sentence, string | null][] = [
    [say('paperOrder'), `#${id} ${line(displayTitle)}`],
    [say('recordOf'), line(of)],
    [say('recordCustomer'), line(customer)],
    [say('recordFacility'), facility && line(facility)],
    [say('recordOrdered'), createdOn],
    [say('recordPromised'), promisedOn],
    [say('recordDelivered'), deliveredOn],
    [say('paperTotal'), quote && words.money(quote.amount, quote.currency)],
    [say('recordPo'), order.poNumber && line(order.poNumber)],
    [
      say('recordArchived'),
      order.archived && `${order.archived.at} ${line(order.archived.by)} ${line(order.archived.reason)}`,
    ],
  ];
  return [
    ...facts.flatMap(([label, value]) => (value ? [words.say(say('recordFact', { label, value }))] : [])),
    '',
    words.say(say('recordParts')),
    ...rfqFileDTOs.map(
      ({ quantity, originalFileDTO, aMProcess, materials }) =>
        `  ${quantity} x ${line(originalFileDTO.fileName)} (${[aMProcess, ...materials].map(({ name }) => line(name)).join(', ')})`,
    ),
    '',
    words.say(say('recordFiles')),
    ...entries.map(({ path }) => `  ${path}`),
    '  manifest.json',
    '  SHA256SUMS',
    ...(leftOut.length === 0
      ? []
      : ['', words.say(say('recordLeftOut', { number: leftOut.length })), ...leftOut.map((path) => `  ${path}`)]),
    '',
    words.say(say('recordCheck')),
    '  Linux    sha256sum -c SHA256SUMS',
    '  macOS    shasum -a 256 -c SHA256SUMS',
    `  Windows  Get-FileHash * (PowerShell), ${words.say(say('recordCompare'))}`,
    '',
  ].join('\r\n');
}

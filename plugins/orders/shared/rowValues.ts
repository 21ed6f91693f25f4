import type { OrderRow } from '@sinter/sdk/contract/orders/orders';
import { tagsText } from '@sinter/sdk/contract/tagsText';
import { fromMinor } from './money.ts';
import { statusText } from './statusText.ts';

/** A cell of the file: numbers as such, dates in ISO, nothing where there is nothing. */
export type Cell = string | number | null;

/** The reader's word for something that the server keeps by a key. */
type Word = (key: string) => string;

const joined = (texts: readonly string[]): string => [...new Set(texts)].join('; ');
const namesOf = (row: OrderRow, of: 'materials' | 'machines'): string =>
  joined(row.rfqFileDTOs.flatMap((file) => file[of].map(({ name }) => name)));

/** What each column of the file of a list holds. */
const cells = {
  id: ({ id }) => id,
  title: ({ displayTitle }) => displayTitle,
  status: ({ status, quote, statusName }, word) => statusName ?? word(statusText(status, quote !== null)),
  priority: ({ priorityId }, word) => (priorityId === null ? null : word(`priority.${priorityId}`)),
  tags: ({ tags }) => tagsText(tags),
  parts: ({ rfqFileDTOs }) => rfqFileDTOs.map(({ originalFileDTO }) => originalFileDTO.fileName).join('; '),
  quantity: ({ quantity }) => quantity,
  customer: ({ customer }) => customer,
  creator: ({ creator }) => creator,
  facility: ({ facility }) => facility,
  targetDate: ({ estimatedDeliveryDate }) => estimatedDeliveryDate?.slice(0, 10) ?? null,
  quote: ({ quote }) => quote && fromMinor(quote.amount, quote.currency),
  currency: ({ quote }) => quote?.currency ?? null,
  customerContactName: ({ creator }) => creator,
  customerEmail: ({ customerEmail }) => customerEmail,
  customerPhone: ({ customerPhone }) => customerPhone,
  exportControlled: ({ exportControlled }, word) => word(exportControlled ? 'yes' : 'no'),
  NDARequired: ({ ndaRequired }, word) => word(ndaRequired ? 'yes' : 'no'),
  partNumber: ({ partNumbers }) => partNumbers.join('; '),
  serviceType: (row) => joined(row.rfqFileDTOs.map(({ aMProcess }) => aMProcess.name)),
  primaryUseCase: ({ primaryUseCase }, word) => primaryUseCase && word(`useCase.${primaryUseCase}`),
  industryFocus: ({ industryFocus }) => industryFocus,
  materials: (row) => namesOf(row, 'materials'),
  machines: (row) => namesOf(row, 'machines'),
  deliveryMethod: ({ deliveryMethod }) => deliveryMethod,
  createdOn: ({ createdOn }) => createdOn,
  quoteDueDate: ({ quoteDueDate }) => quoteDueDate,
  thirdPartyOrderId: ({ thirdPartyOrderId }) => thirdPartyOrderId,
  rfqConfigName: ({ rfqConfigName }) => rfqConfigName,
  archivedOn: ({ archived }) => archived?.at ?? null,
  archivedBy: ({ archived }) => archived?.by ?? null,
  closedAs: ({ archived, quote }, word) => archived && word(statusText(archived.from, quote !== null)),
  closeReason: ({ archived }) => archived?.reason ?? null,
  keptUntil: ({ archived }) => archived?.keptUntil ?? null,
  legalHold: ({ archived }, word) => archived && word(archived.legalHold ? 'yes' : 'no'),
} satisfies Record<string, (row: OrderRow, word: Word) => Cell>;

export type CellKey = keyof typeof cells;

export const isCellKey = (key: string): key is CellKey => Object.hasOwn(cells, key);

export const cellOf = (key: CellKey, row: OrderRow, word: Word): Cell => cells[key](row, word);

import type { AuditEntryDto } from '@sinter/sdk/contract/audit';

type Cell = string | number | boolean | null;

/** Spreadsheets run what begins like this. */
const formula = /^[=+\-@\t\r\n]/;

/** One line of RFC 4180. */
export function csvLine(cells: readonly Cell[]): string {
  const quoted = cells.map((cell) => {
    const text = String(cell ?? '');
    const inert = formula.test(text.trimStart()) || formula.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
  });
  return `${quoted.join(',')}\r\n`;
}

export const auditColumns = [
  'Time',
  'Name',
  'E-mail',
  'By API key',
  'Facility',
  'Action',
  'Object kind',
  'Object',
  'Object name',
  'Address',
  'Device',
  'Before',
  'After',
];

export const auditLine = (entry: AuditEntryDto): string =>
  csvLine([
    entry.at,
    entry.user?.name ?? null,
    entry.user?.email ?? null,
    entry.byKey ? 'yes' : 'no',
    entry.facilityName,
    entry.action,
    entry.objectKind,
    entry.objectId,
    entry.objectName,
    entry.address,
    entry.device,
    asText(entry.before),
    asText(entry.after),
  ]);

const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

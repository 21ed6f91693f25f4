import type { CsvCell } from '@sinter/sdk/server';
import type { AuditEntryDto } from '@sinter/sdk/contract/host/audit';

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

export const auditRow = (entry: AuditEntryDto): CsvCell[] => [
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
];

const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

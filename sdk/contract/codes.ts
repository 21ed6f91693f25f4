import * as z from 'zod';

/**
 * What a printed QR code says: the kind of a thing and its id, nothing else (product 2, travellers and labels). Who scans
 * it learns no more than the sheet of paper tells anyway; what it is about says the server, to those who may know.
 */
export const codeKindSchema = z.enum(['ORDER', 'PART', 'LOT', 'JOB', 'SHIPMENT']);
export type CodeKind = z.infer<typeof codeKindSchema>;

export interface ScannedCode {
  kind: CodeKind;
  id: number;
}

/** `PART-1203`: capitals, digits and the hyphen keep a QR code small, and a keyboard scanner in any layout can type them. */
export const printedCode = ({ kind, id }: ScannedCode): string => `${kind}-${id}`;

/** The page of a lot: what its code says instead where the facility prints links. */
export const lotPagePath = (id: number): string => `/service-provider/work-center/lots/${id}`;

const lotPage = /^https?:\/\/[^/\s]+\/service-provider\/work-center\/lots\/(\d{1,15})$/i;

/** What was scanned or typed; `null` for a code that is none of ours. */
export function readCode(text: string): ScannedCode | null {
  const [, lotId] = lotPage.exec(text.trim()) ?? [];
  if (Number(lotId) > 0) return { kind: 'LOT', id: Number(lotId) };
  const [, kind, id] = /^([A-Z]+)-(\d{1,15})$/.exec(text.trim().toUpperCase()) ?? [];
  const known = codeKindSchema.safeParse(kind);
  return known.success && Number(id) > 0 ? { kind: known.data, id: Number(id) } : null;
}

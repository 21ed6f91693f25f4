import { limits, trayLineSchema, type CommandData, type TrayLine } from '../../tray/messages.ts';
import * as z from 'zod';
import { createJobPath, jobPath } from '../paths.ts';

/** A tray to make a job of, as addresses say it (specification 2.4). */
export interface TrayEntry {
  durationSeconds: number;
  materialM3: number;
  tray: readonly TrayLine[];
  /** When it is to begin, epoch ms. */
  from: number | null;
}
/** What of an address cannot be read; `address.<problem>` says it in words. */
export type AddressProblem = 'id' | 'duration' | 'material' | 'tray' | 'from';
export type JobAddress =
  | { problems: readonly AddressProblem[] }
  /** `id`: the job to change. `entry`: what the tool has made of it, always there for a new one. */
  | { id: number | null; entry: TrayEntry | null; problems: null };

const number = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,30})?(e-\d{1,2})?$/i)
  .transform(Number);
/** At most a year, as everywhere in scheduling. */
const duration = number.pipe(z.number().positive().max(31_536_000));
const material = number.pipe(z.number().max(999));
const instant = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const jobId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number);
const tray = z
  .array(trayLineSchema)
  .min(1)
  .max(limits.modelsPerCommand)
  .refine((lines) => new Set(lines.map(({ fileId }) => fileId)).size === lines.length);

function linesOf(text: string | null): readonly TrayLine[] | null {
  try {
    return tray.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** `duration` in seconds, `material` in m³, `tray` a JSON list of lines; for a job that exists its `id`, with or without them. */
export function readAddress(search: string): JobAddress {
  const query = new URLSearchParams(search);
  const id = query.has('id') ? jobId.safeParse(query.get('id')).data : null;
  if (id === undefined) return { problems: ['id'] };
  if (id !== null && !query.has('tray')) return { id, entry: null, problems: null };
  const durationSeconds = duration.safeParse(query.get('duration')).data;
  const materialM3 = material.safeParse(query.get('material')).data;
  const from = query.has('from') ? instant.safeParse(query.get('from')).data : null;
  const lines = linesOf(query.get('tray'));
  if (durationSeconds === undefined || materialM3 === undefined || lines === null || from === undefined) {
    const wrong: [AddressProblem, boolean][] = [
      ['duration', durationSeconds === undefined],
      ['material', materialM3 === undefined],
      ['tray', lines === null],
      ['from', from === undefined],
    ];
    return { problems: wrong.flatMap(([problem, is]) => (is ? [problem] : [])) };
  }
  return { id, entry: { durationSeconds, materialM3, tray: lines, from }, problems: null };
}

/** The query that `readAddress` reads. */
export function entryQuery({ durationSeconds, materialM3, tray: lines, from }: TrayEntry, id?: number): string {
  const query = new URLSearchParams({
    ...(id !== undefined && { id: String(id) }),
    duration: String(durationSeconds),
    material: String(materialM3),
    tray: JSON.stringify(lines),
    ...(from !== null && { from: String(from) }),
  });
  return `?${query}`;
}

/** Where a tray goes that the tool saves: into its job, or to a new one. */
export const addressOfSaved = ({ jobId: id, tray: lines, ...estimate }: CommandData<'SAVE_JOB'>): string =>
  `${id === undefined ? createJobPath : jobPath}${entryQuery({ ...estimate, tray: lines, from: null }, id)}`;

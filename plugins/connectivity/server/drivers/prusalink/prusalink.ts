import * as z from 'zod';
import { ask, askJson, line, lineOrNull, share, whole } from '../ask.ts';
import { blank, type OpenDriver } from '../driver.ts';

const statusSchema = z.object({
  printer: z.object({
    state: z.string(),
    temp_nozzle: z.number().optional(),
    target_nozzle: z.number().optional(),
    temp_bed: z.number().optional(),
    target_bed: z.number().optional(),
    status_printer: z.object({ ok: z.boolean().optional(), message: z.string().nullish() }).optional(),
  }),
  job: z
    .object({
      progress: z.number().nullish(),
      time_remaining: z.number().nullish(),
      time_printing: z.number().nullish(),
    })
    .optional(),
});
const jobSchema = z.object({
  file: z.object({ display_name: z.string().nullish(), name: z.string().nullish() }).nullish(),
});

/** PrusaLink's API v1: `/api/v1/status` and, while something is printed, `/api/v1/job`. */
export const openPrusaLink: OpenDriver = (link) => ({
  cursor: () => '',
  async read(signal) {
    const headers = { 'x-api-key': link.secret ?? '', accept: 'application/json' };
    const { printer, job } = await askJson(statusSchema, await ask(link, '/api/v1/status', signal, headers));
    const answer = job ? await ask(link, '/api/v1/job', signal, headers, [204]) : null;
    const file = answer?.status === 200 ? (await askJson(jobSchema, answer)).file : null;
    const state = line(printer.state, 120).toUpperCase() || 'IDLE';
    const failed = state === 'ERROR' || state === 'ATTENTION';
    const heat = (name: string, actual: number | undefined, target: number | undefined) =>
      actual === undefined ? [] : [{ name, actual, target: target ?? null }];
    return [
      {
        ...blank,
        machine: 'printer',
        vendorState: state,
        job: lineOrNull(file?.display_name ?? file?.name, 300),
        progress: share(job?.progress == null ? null : job.progress / 100),
        secondsLeft: whole(job?.time_remaining),
        temperatures: [
          ...heat('nozzle', printer.temp_nozzle, printer.target_nozzle),
          ...heat('bed', printer.temp_bed, printer.target_bed),
        ],
        alarm: failed ? { code: state, text: line(printer.status_printer?.message ?? '', 300) || state } : null,
      },
    ];
  },
});

import * as z from 'zod';
import { ask, askJson, line, lineOrNull, share, whole } from '../ask.ts';
import { blank, type OpenDriver } from '../driver.ts';

const heater = z.object({ temperature: z.number().optional(), target: z.number().optional() });
const statusSchema = z.object({
  result: z.object({
    status: z.object({
      webhooks: z.object({ state: z.string().optional(), state_message: z.string().optional() }).optional(),
      print_stats: z
        .object({
          state: z.string(),
          filename: z.string().nullish(),
          message: z.string().nullish(),
          print_duration: z.number().nullish(),
          info: z.object({ current_layer: z.number().nullish(), total_layer: z.number().nullish() }).nullish(),
        })
        .optional(),
      virtual_sdcard: z.object({ progress: z.number().nullish() }).optional(),
      extruder: heater.optional(),
      heater_bed: heater.optional(),
      exclude_object: z.object({ excluded_objects: z.array(z.string()).default([]) }).optional(),
    }),
  }),
});

const asked = 'webhooks&print_stats&virtual_sdcard&extruder&heater_bed&exclude_object';

/** Moonraker's `/printer/objects/query`, for Klipper. */
export const openMoonraker: OpenDriver = (link) => ({
  cursor: () => '',
  async read(signal) {
    const headers = { accept: 'application/json', ...(link.secret !== null && { 'x-api-key': link.secret }) };
    const answer = await ask(link, `/printer/objects/query?${asked}`, signal, headers);
    const { status } = (await askJson(statusSchema, answer)).result;
    const { print_stats: print, webhooks, virtual_sdcard: file, extruder, heater_bed: bed } = status;
    const ready = webhooks?.state === undefined || webhooks.state === 'ready';
    const state = ready ? (print?.state ?? 'standby') : (webhooks.state ?? 'error');
    const progress = share(file?.progress);
    const took = print?.print_duration ?? null;
    const failed = !ready && state !== 'startup' ? webhooks.state_message : state === 'error' ? print?.message : null;
    return [
      {
        ...blank,
        machine: 'printer',
        vendorState: line(state, 120) || 'standby',
        job: lineOrNull(print?.filename, 300),
        progress,
        layer: whole(print?.info?.current_layer),
        layers: whole(print?.info?.total_layer),
        secondsLeft: progress && took !== null ? whole((took * (1 - progress)) / progress) : null,
        temperatures: [
          ...(extruder?.temperature === undefined
            ? []
            : [{ name: 'extruder', actual: extruder.temperature, target: extruder.target ?? null }]),
          ...(bed?.temperature === undefined
            ? []
            : [{ name: 'bed', actual: bed.temperature, target: bed.target ?? null }]),
        ],
        alarm: failed == null ? null : { code: line(state, 60).toUpperCase(), text: line(failed, 300) },
        skipped: (status.exclude_object?.excluded_objects ?? []).slice(0, 500).map((name) => line(name, 200)),
      },
    ];
  },
});

import * as z from 'zod';
import { ask, askJson, line, lineOrNull, share, whole } from '../ask.ts';
import { blank, type OpenDriver } from '../driver.ts';

const heat = z.object({ actual: z.number().nullish(), target: z.number().nullish() });
const printerSchema = z.object({ temperature: z.record(z.string(), z.unknown()).default({}) });
const jobSchema = z.object({
  state: z.string(),
  error: z.string().nullish(),
  job: z.object({ file: z.object({ name: z.string().nullish(), display: z.string().nullish() }) }),
  progress: z.object({ completion: z.number().nullish(), printTimeLeft: z.number().nullish() }),
});

/** OctoPrint's REST API, from version 1.3 on: `/api/job` and `/api/printer`. */
export const openOctoPrint: OpenDriver = (link) => ({
  cursor: () => '',
  async read(signal) {
    const headers = { 'x-api-key': link.secret ?? '', accept: 'application/json' };
    const job = await askJson(jobSchema, await ask(link, '/api/job', signal, headers));
    // 409: no printer is connected to it.
    const printer = await ask(link, '/api/printer?exclude=sd,state', signal, headers, [409]);
    const { temperature } = printer.ok ? await askJson(printerSchema, printer) : { temperature: {} };
    const { file } = job.job;
    const failed = /error/i.test(job.state);
    return [
      {
        ...blank,
        machine: 'printer',
        // "Error: thermal runaway", "Offline after error"
        vendorState: line(job.state.split(':')[0] ?? '', 120) || 'Offline',
        job: lineOrNull(file.display ?? file.name, 300),
        progress: share(job.progress.completion == null ? null : job.progress.completion / 100),
        secondsLeft: whole(job.progress.printTimeLeft),
        temperatures: Object.entries(temperature).flatMap(([name, value]) => {
          const { data } = heat.safeParse(value);
          return data?.actual == null
            ? []
            : [{ name: line(name, 60), actual: data.actual, target: data.target ?? null }];
        }),
        alarm: failed ? { code: 'ERROR', text: line(job.error ?? job.state, 300) } : null,
      },
    ];
  },
});

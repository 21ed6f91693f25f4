import { json, type Read, type Speaks } from './serve.ts';

const octoStates: Readonly<Record<string, string>> = {
  ...{ IDLE: 'Operational', FINISHED: 'Operational', PREPARING: 'Starting', RUNNING: 'Printing', PAUSED: 'Paused' },
  ...{ STOPPED: 'Cancelling', ERROR: 'Error: simulated' },
};

/** As OctoPrint answers. */
export const octoprint =
  (read: Read): Speaks =>
  ({ pathname }, key) => {
    const now = read();
    if (now.vendorState === 'OFFLINE') return null;
    if (key !== 'simulator') return json({ error: 'forbidden' }, 403);
    if (pathname === '/api/job') {
      return json({
        state: octoStates[now.vendorState] ?? 'Operational',
        error: now.alarm?.text ?? null,
        job: { file: { name: now.job && `${now.job}.gcode` } },
        progress: { completion: now.progress === null ? null : now.progress * 100, printTimeLeft: now.secondsLeft },
      });
    }
    if (pathname !== '/api/printer') return json({ error: 'not found' }, 404);
    const heats = now.temperatures.map(({ name, actual, target }) => [
      name,
      { actual, target: target ?? 0, offset: 0 },
    ]);
    return json({ temperature: Object.fromEntries(heats) });
  };

const klipperStates: Readonly<Record<string, string>> = {
  ...{ IDLE: 'standby', PREPARING: 'standby', FINISHED: 'complete', RUNNING: 'printing', PAUSED: 'paused' },
  ...{ STOPPED: 'cancelled', ERROR: 'error' },
};

/** As Moonraker answers. */
export const moonraker =
  (read: Read): Speaks =>
  ({ pathname }) => {
    const now = read();
    if (now.vendorState === 'OFFLINE') return null;
    if (pathname !== '/printer/objects/query') return json({ error: { message: 'not found' } }, 404);
    const [bed] = now.temperatures;
    const left = now.secondsLeft ?? 0;
    const share = now.progress ?? 0;
    const status = {
      webhooks: { state: 'ready', state_message: 'Simulator is ready' },
      print_stats: {
        state: klipperStates[now.vendorState] ?? 'standby',
        filename: now.job === null ? '' : `${now.job}.gcode`,
        message: now.alarm?.text ?? '',
        print_duration: share >= 1 ? 0 : (left * share) / (1 - share),
        info: { current_layer: now.layer, total_layer: now.layers },
      },
      virtual_sdcard: { progress: share },
      extruder: { temperature: 240, target: 240 },
      heater_bed: { temperature: bed?.actual ?? 20, target: bed?.target ?? 0 },
      exclude_object: { excluded_objects: now.skipped },
    };
    return json({ result: { eventtime: Date.now() / 1000, status } });
  };

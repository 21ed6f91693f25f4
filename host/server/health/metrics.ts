import type { Pool } from 'pg';
import type { Observer } from '../http/server.ts';
import { type Turns, lanes } from '../http/turns.ts';
import type { QueueState } from '../queue/state.ts';

export interface Metrics extends Observer {
  /** Prometheus text. */
  text(): Promise<{ contentType: string; body: string }>;
}

export interface MetricSources {
  streams(): number;
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  turns: Pick<Turns, 'count'>;
  queue(): Promise<QueueState>;
  /** Bytes that files may still take. */
  room(): Promise<number>;
}

interface Observation {
  method: string;
  route: string;
  status: string;
  seconds: number;
}

/** Until somebody asks for figures for the first time, this many answers are remembered, and none of the library loaded. */
const rememberedAtFirst = 1_000;

export function createMetrics({ streams, pool, turns, queue, room }: MetricSources): Metrics {
  let waiting: Observation[] = [];
  let registry: ReturnType<typeof load> | undefined;
  const limited = new Map<string, { route: string; limit: string; count: number }>();

  async function load() {
    const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('./prometheus.ts');
    const register = new Registry();
    collectDefaultMetrics({ register });
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [register],
    });
    // One question answers for three figures of the same reading.
    let state: Promise<QueueState> | undefined;
    const ofQueue = async (read: (state: QueueState) => number): Promise<number> => {
      state ??= queue().finally(() => (state = undefined));
      return read(await state);
    };
    const gauges: [string, string, () => number | Promise<number>][] = [
      ['event_streams_open', 'Browsers that are told of events.', streams],
      ['database_connections', 'Open connections of the pool.', () => pool.totalCount],
      ['database_connections_idle', 'Those that do nothing.', () => pool.idleCount],
      ['database_waiting', 'Queries that wait for a connection.', () => pool.waitingCount],
      ...lanes.flatMap((lane): [string, string, () => number][] => [
        [`calls_worked_on_${lane}`, `Calls of this kind that are worked on.`, () => turns.count(lane).running],
        [`calls_waiting_${lane}`, `Calls of this kind that wait for their turn.`, () => turns.count(lane).waiting],
      ]),
      [
        'queue_runners',
        'Runners of background jobs, of all workers; 0: none works.',
        () => ofQueue((one) => one.runners),
      ],
      ['queue_jobs_waiting', 'Jobs that are due and that nobody runs.', () => ofQueue((one) => one.waiting)],
      ['queue_waited_seconds', 'How long the first of them has waited.', () => ofQueue((one) => one.waitedSeconds)],
      ['storage_room_bytes', 'What files may still take before uploads are refused.', room],
    ];
    for (const [name, help, value] of gauges) {
      new Gauge({
        name,
        help,
        registers: [register],
        async collect() {
          this.set(await value());
        },
      });
    }
    new Counter({
      name: 'http_requests_limited_total',
      help: 'Requests that a limit has refused, by call and limit.',
      labelNames: ['route', 'limit'],
      registers: [register],
      collect() {
        this.reset();
        for (const { route, limit, count } of limited.values()) this.inc({ route, limit }, count);
      },
    });
    // Few of each: routes are patterns.
    const series = new Map<string, { observe(seconds: number): void }>();
    const observe = ({ method, route, status, seconds }: Observation): void => {
      const key = `${method} ${status} ${route}`;
      let one = series.get(key);
      if (!one) series.set(key, (one = durations.labels(method, route, status)));
      one.observe(seconds);
    };
    waiting.forEach(observe);
    waiting = [];
    return { register, observe };
  }

  let observe = (observation: Observation): void => {
    if (waiting.length < rememberedAtFirst) waiting.push(observation);
  };

  return {
    answered(request, reply, route, seconds) {
      observe({ method: request.method, route, status: String(reply.statusCode), seconds });
    },
    limited(route, limit) {
      const key = `${limit} ${route}`;
      const known = limited.get(key) ?? { route, limit, count: 0 };
      limited.set(key, { ...known, count: known.count + 1 });
    },
    async text() {
      registry ??= load();
      const loaded = await registry;
      observe = loaded.observe;
      return { contentType: loaded.register.contentType, body: await loaded.register.metrics() };
    },
  };
}

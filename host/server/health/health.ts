import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from '@sinter/sdk/contract';
import type { Logger } from '@sinter/sdk/plugin';
import { privateHeaders } from '../http/headers.ts';
import { sha256 } from '../identity/secretToken.ts';
import type { RoomDb } from '../events/tables.ts';
import type { Metrics } from './metrics.ts';

export interface HealthParts {
  db: RoomDb;
  /** Throws when files cannot be written. */
  storageWritable(): Promise<void>;
  metrics: Metrics;
  metricsToken: string | undefined;
  metricsAtHome: boolean;
  log: Logger;
}

/** For load balancers and monitoring: is the process alive, can it do its work, and its figures. */
export function addHealth(app: FastifyInstance, parts: HealthParts): void {
  const { db, storageWritable, metrics, metricsToken, metricsAtHome, log } = parts;

  app.get('/healthz', async (_request, reply) => reply.headers(privateHeaders).send({ status: 'ok' }));

  // Workers are no part of it: without one this node answers as ever, and a balancer must not leave it.
  const checks: Record<string, () => Promise<void>> = {
    database: async () => void (await sql`select 1`.execute(db)),
    storage: storageWritable,
  };
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check();
          return [name, 'ok'] as const;
        } catch (error) {
          log.warn('not ready', { check: name, error: String(error) });
          return [name, 'failed'] as const;
        }
      }),
    );
    const ready = results.every(([, result]) => result === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .headers(privateHeaders)
      .send({ status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(results) });
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken, metricsAtHome)) throw new CallError('NOT_FOUND');
    const { contentType, body } = await metrics.text();
    return reply.headers(privateHeaders).type(contentType).send(body);
  });
}

/** With the token, or at home from this machine itself: a request that a proxy has passed on is not. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined, atHome: boolean): boolean {
  const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined) {
    return sent !== undefined && timingSafeEqual(Buffer.from(sha256(sent)), Buffer.from(sha256(token)));
  }
  if (!atHome) return false;
  const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
  return loopback.includes(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined;
}

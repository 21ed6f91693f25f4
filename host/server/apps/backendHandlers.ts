import { CallError } from '@sinter/sdk/contract';
import * as calls from '@sinter/sdk/contract/apps/backend';
import { appEvent } from '@sinter/sdk/contract/host/events';
import type { RequestContext } from '../http/context.ts';
import { RateLimited } from '../http/rateLimited.ts';
import { say } from '../say.ts';
import { addressOf, below } from './backend.ts';
import type { Parts } from './parts.ts';
import { openSettings, readSettings } from './settings.ts';

const largestPayload = 3_500;

export function handleBackend({ handle, db, backend, signer, secrets, buckets }: Parts): void {
  async function pass(
    { plugin, user }: RequestContext,
    method: string,
    path: string,
    value?: { value: unknown },
  ): Promise<calls.BackendAnswer> {
    const { id, facilityId, scopes } = plugin;
    const { descriptor } = plugin.app;
    const app = descriptor.title;
    const { granted, secondsToNext } = buckets.take(`backend ${id} ${facilityId}`, calls.backendLimits.perMinute);
    if (!granted) throw new RateLimited('plugin', secondsToNext, say('app.tooOften', { app, seconds: secondsToNext }));
    if (!descriptor.backend) throw new CallError('NOT_POSSIBLE', say('app.noBackend', { app }));

    const place = { facilityId, pluginId: id };
    const saved = await readSettings(db, place);
    const base = addressOf(saved.backend ?? descriptor.backend.url);
    const address = base && below(base, path);
    if (!address) throw new CallError('INVALID_INPUT', say('app.badAddress'));
    const body = value && JSON.stringify(value.value ?? null);
    if (body !== undefined && Buffer.byteLength(body) > calls.backendLimits.requestBytes) {
      throw new CallError(
        'TOO_LARGE',
        say('app.requestTooLarge', { kilobytes: calls.backendLimits.requestBytes / 1024 }),
      );
    }
    const caller = {
      app: { id, title: app, version: plugin.version },
      facilityId,
      userId: user.userId,
      scopes,
      secrets: openSettings(secrets, place, saved.secrets),
    };
    return backend(address, caller, { method, body });
  }

  handle(calls.backendGet, (context, { params: { path } }) => pass(context, 'GET', path));
  handle(calls.backendDelete, (context, { params: { path } }) => pass(context, 'DELETE', path));
  handle(calls.backendPost, (context, { params: { path }, body }) => pass(context, 'POST', path, body));
  handle(calls.backendPut, (context, { params: { path }, body }) => pass(context, 'PUT', path, body));

  handle(calls.appKeys, async () => ({ keys: [signer.publicKey] }));

  handle(calls.publishEvent, async ({ plugin: { id, facilityId, app }, user, write }, { body: { type, payload } }) => {
    if (user.facilityId !== facilityId) throw new CallError('FORBIDDEN');
    const { descriptor } = app;
    if (!descriptor.events.publishes.includes(type)) {
      throw new CallError('SCOPE', say('app.notPublished', { app: descriptor.title, type }));
    }
    const text = JSON.stringify(payload) ?? 'null';
    if (Buffer.byteLength(text) > largestPayload) {
      throw new CallError('INVALID_INPUT', say('app.payloadTooLarge', { most: largestPayload }));
    }
    await write((unit) => unit.emit(appEvent, { plugin: id, type, payload }, { facilityIds: [facilityId] }));
    return { success: 'true' as const };
  });
}

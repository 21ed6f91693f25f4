import * as z from 'zod';
import type { ManifestPlugin } from '#registry/manifest';
import { PluginFailure } from '#host/runtime/failure.ts';
import type { Table } from '#host/runtime/frame/bridge.ts';
import { defineCall } from '@sinter/sdk/contract/call';
import type { AnyCall } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { defineEvent } from '@sinter/sdk/contract/event';
import type { EventSpec } from '@sinter/sdk/contract/event';
import { anyMember } from '@sinter/sdk/contract/guard';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';

interface FrameSide {
  plugin: ManifestPlugin;
  host: PluginHost;
  prop(name: string): unknown;
  hear(origin: EventSpec['origin'], type: string, payload: unknown): void;
  drawn(): void;
  height(height: number): void;
  unsaved(unsaved: boolean): void;
  failed(failure: PluginFailure): void;
  keep(dispose: Dispose): void;
}

const mostHeard = 50;

/** What a frame may ask its host for. Each goes through the plugin's own host object, with all that this one refuses. */
export function frameTable(side: FrameSide): { operations: Table; text(path: string): Promise<string> } {
  const { plugin, host } = side;
  let heard = 0;

  /** Only files of the package come, and only as they were built. */
  async function text(path: string): Promise<string> {
    const integrity = Object.hasOwn(plugin.files, path) ? plugin.files[path] : undefined;
    if (integrity === undefined) throw new CallError('NOT_FOUND');
    const answer = await fetch(plugin.baseUrl + path, { integrity });
    if (!answer.ok) throw new PluginFailure('network', `${path} could not be loaded.`);
    return answer.text();
  }

  const operations: Table = {
    call: ({ body, stream, ...asked }) =>
      host.api.call(anyCall({ ...asked, ...(stream && { produces: 'stream' }) }), inputOf(body)),
    bytes: ({ body, type, ...asked }) => {
      const compact = { type: compactType(type), encode: () => new Uint8Array() };
      return host.api.bytes(anyCall({ ...asked, compact }), inputOf(body));
    },
    upload: ({ file, name, itar, ...asked }) => {
      const named = new File([file], name, { type: file.type });
      return host.api.upload(anyCall({ ...asked, accepts: 'multipart' }), named, inputOf(undefined), { itar });
    },
    script: ({ path }) => {
      if (!path.endsWith('.js')) throw new CallError('NOT_FOUND');
      return text(path);
    },
    hear({ origin, type }) {
      if (++heard > mostHeard) throw new CallError('RATE_LIMITED');
      const listener = (payload: unknown) => side.hear(origin, type, payload);
      side.keep(host.events.on(anyEvent(origin, type), listener));
    },
    emit: ({ type, payload }) => host.events.emit(anyEvent('browser', type), payload),
    navigate({ to, replace }) {
      const address = new URL(to, window.location.href);
      if (address.origin !== window.location.origin) throw new CallError('INVALID_INPUT');
      host.navigate(address.pathname + address.search + address.hash, { replace });
    },
    log: ({ level, message, facts }) => host.log[level](message, facts),
    size: ({ height }) => side.height(height),
    unsaved: ({ unsaved }) => side.unsaved(unsaved),
    prop({ name, args }) {
      const value = side.prop(name);
      if (typeof value !== 'function') throw new CallError('NOT_FOUND');
      const answer: unknown = Reflect.apply(value, undefined, args);
      // What it answers is the screen's own: functions and elements of it cannot be passed.
      return ['string', 'number', 'boolean'].includes(typeof answer) ? answer : undefined;
    },
    drawn: () => side.drawn(),
    failed: ({ kind, message }) => side.failed(new PluginFailure(kind, message)),
    pong: () => undefined,
  };
  return { operations, text };
}

type Asked = Pick<AnyCall, 'id' | 'method'> & Partial<Pick<AnyCall, 'produces' | 'accepts' | 'compact'>>;

/** The call that a frame has put together. Its path is below the calls and written as the server reads it: no way leads out of it. */
function anyCall({ path, ...given }: Asked & { path: string }) {
  const address = new URL(path, window.location.origin);
  const written = address.pathname + address.search;
  if (!isCallPath(written) || written !== path) throw new CallError('NOT_FOUND');
  return defineCall({
    ...given,
    owner: 'apps',
    path: written,
    summary: 'A call of a plugin in a frame.',
    guard: anyMember('The server knows the call by its path.'),
    body: z.unknown(),
    response: z.unknown(),
  });
}
const isCallPath = (path: string): path is `/api/${string}` => path.startsWith('/api/') && !/[{}]/.test(path);
const inputOf = (body: unknown) => ({ params: undefined, query: undefined, body });

function compactType(type: string): `application/${string}` {
  const isCompact = (text: string): text is `application/${string}` => /^application\/vnd\.[\w.+-]+$/.test(text);
  if (!isCompact(type)) throw new CallError('INVALID_INPUT');
  return type;
}

/** The frame reads the payload with the declaration that it has. */
const anyEvent = (origin: EventSpec['origin'], type: string): EventSpec<z.ZodUnknown> =>
  defineEvent({
    origin,
    type,
    summary: 'An event for a plugin in a frame.',
    payload: z.unknown(),
    guard: anyMember('The server has decided already.'),
  });

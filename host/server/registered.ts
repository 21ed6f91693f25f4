import { type AnyCall, type Contract, type EventSpec, joinContracts, platformPermissions } from '@sinter/sdk/contract';
import { createToken } from '@sinter/sdk/plugin';
import type { FirstCalls, ServerPlugin } from '@sinter/sdk/server';
import { platformFlags } from '#registry/flags';

/**
 * Everything that a node knows by name: what the platform has, the contracts of the host's rooms and those of the server
 * halves that are mounted.
 */
export interface Registered extends Contract {
  /** The event of this type; `undefined`: nobody here has declared it. */
  event(type: string): EventSpec | undefined;
  /** What the pages of each plugin ask for first. */
  firstCalls: ReadonlyMap<string, FirstCalls>;
}

export const registeredNames = createToken<Registered>('host/Registered@1');

/**
 * The set that a node works with. `areas` is the contract of all areas there are: calls of those that no server half is
 * there for are known too, so that they answer that nobody answers them. Throws where two have the same name.
 */
export function joinRegistered(
  host: Contract,
  plugins: readonly Pick<ServerPlugin, 'id' | 'contract' | 'firstCalls'>[],
  areas?: Contract,
): Registered {
  const present = new Set(['host', ...host.calls.map(({ owner }) => owner), ...plugins.map(({ id }) => id)]);
  const absent = areas?.calls.filter(({ owner }) => !present.has(owner)) ?? [];
  const mounted = joinContracts([host, ...plugins.map(({ contract }) => contract)]);
  const calls = [...mounted.calls, ...absent];
  requireOnce('call', calls, ({ id }) => id);
  requireOnce('call', calls, addressOf);
  requireOnce('event', mounted.events, ({ type }) => type);
  const permissions = [...platformPermissions, ...mounted.permissions];
  requireOnce('permission', permissions, ({ id }) => id);
  const flags = [...platformFlags, ...mounted.flags];
  requireOnce('flag', flags, ({ key }) => key);
  const events = new Map(mounted.events.map((event) => [event.type, event]));
  const firstCalls = new Map(plugins.map(({ id, firstCalls: own = {} }) => [id, own]));
  return { ...mounted, calls, permissions, flags, firstCalls, event: (type) => events.get(type) };
}

/**
 * The key under which a browser finds the title of a permission or flag: `<plugin>:<key>` for one that a plugin adds,
 * as in menus, else a key of the platform's texts.
 */
export function labelOf(name: string, title: string): string {
  const at = name.indexOf('/');
  return at === -1 ? title : `${name.slice(0, at)}:${title}`;
}

/** Method and path, whatever the parameters are called. */
const addressOf = ({ method, path }: AnyCall): string => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;

function requireOnce<T>(kind: string, all: readonly T[], nameOf: (one: T) => string): void {
  const seen = new Set<string>();
  for (const name of all.map(nameOf)) {
    if (seen.has(name)) throw new Error(`The ${kind} "${name}" is declared twice.`);
    seen.add(name);
  }
}

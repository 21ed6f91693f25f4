import * as z from 'zod';
import type { AnyCall } from './call.ts';
import type { EventSpec } from './event.ts';

/**
 * What a vendor's plugin may call. A scope is an area and whether something changes there: `orders:read`, `orders:write`. A plugin
 * may what it was granted and the person in front of it may, never more. Every call has its scope from its own record, so
 * that a new call needs no list.
 */
export const scopeSchema = z.string().regex(/^[a-z][a-z0-9-]*:(read|write)$/, { error: 'a scope like orders:read' });
export type Scope = z.infer<typeof scopeSchema>;

/** Calls of the host that have a scope of their own; the others of the host are not for plugins. */
const ofHost: Readonly<Record<string, Scope>> = {
  'host.fileContent': 'files:read',
  'host.uploadState': 'files:read',
  'host.uploadFile': 'files:write',
  'host.beginUpload': 'files:write',
  'host.uploadPiece': 'files:write',
  'host.cancelUpload': 'files:write',
};

/** Calls that need no scope: what the page around a plugin shows everybody who is signed in. */
const free: ReadonlySet<string> = new Set([
  'host.getUser',
  'host.mediaConfig',
  'host.languages',
  'host.storefrontCurrencies',
  'host.translations',
  'host.themes',
]);

/** Areas in which no plugin of a vendor changes anything: people, rights and how an enterprise is set up. */
const neverChanged: ReadonlySet<string> = new Set(['admin', 'marketplace']);

/** `null`: needs no scope. `'never'`: not for vendors' plugins, whatever was granted. */
export function scopeOf(call: AnyCall): Scope | null | 'never' {
  if (free.has(call.id)) return null;
  // What is a plugin's own: it asks for nobody's leave. Granting and settings are an administrator's.
  if (call.owner === 'apps') return call.guard.kind === 'member' && call.guard.permissions ? 'never' : null;
  if (call.owner === 'host') return ofHost[call.id] ?? 'never';
  if (call.reauthenticate || call.guard.kind !== 'member' || call.accepts === 'signed') return 'never';
  if (isReading(call)) return `${call.owner}:read`;
  return neverChanged.has(call.owner) ? 'never' : `${call.owner}:write`;
}

/** What the server of a vendor needs to hear of an event. `null`: it is told to nobody outside. */
export const scopeOfEvent = ({ subject, origin }: Pick<EventSpec, 'subject' | 'origin'>): Scope | null =>
  subject && origin === 'server' ? `${subject.area}:read` : null;

/** Whether nothing is changed by it. */
export const isReading = (call: AnyCall): boolean =>
  (call.method === 'GET' && !call.changesState) || call.reads === true;

import { appEvent } from '@sinter/sdk/contract/host/events';
import { scopeOfEvent } from '@sinter/sdk/contract/scopes';
import type { Happening, WebhookMessage, WebhookReceivers } from '@sinter/sdk/server';
import * as z from 'zod';
import { addressOf, below } from './backend.ts';
import type { App } from './installed.ts';
import type { Parts } from './parts.ts';
import { readSettings } from './settings.ts';

/** Below the address of the vendor's server. */
const path = 'webhooks';
export const webhookKind = 'app';

/** The servers of vendors hear what `backend.webhooks` of `plugin.json` lists, where the plugin is on and was granted to read it. */
export function appReceivers({ apps, grants, db, signer, notices }: Parts): WebhookReceivers {
  return {
    kind: webhookKind,
    objectKind: 'MODULE',
    disabled: notices.serverStopped,
    hears: (event) => event.type === appEvent.type || scopeOfEvent(event) !== null,
    async of(facilityId) {
      const wanting = (await apps.on(facilityId)).filter(({ descriptor }) => descriptor.backend?.webhooks.length);
      return Promise.all(
        wanting.map(async (app) => {
          const scopes = await grants.of(app.descriptor.id, facilityId);
          return {
            name: app.descriptor.id,
            tell: (happening: Happening) => messagesOf(app, scopes, happening),
          };
        }),
      );
    },
    async target({ name, facilityId }) {
      const app = (await apps.on(facilityId)).find(({ descriptor }) => descriptor.id === name);
      if (!app?.descriptor.backend) return null;
      const saved = await readSettings(db, { facilityId, pluginId: name });
      const base = addressOf(saved.backend ?? app.descriptor.backend.url);
      const address = base && below(base, path);
      return address ? { address, sign: (text) => `v1a,${signer.signature(text)}` } : null;
    },
  };
}

/** Which site it comes from, and for which plugin: a vendor may have several, and a signature is of the site alone. */
function messagesOf(
  { descriptor }: App,
  scopes: readonly string[],
  { event, payload, facilityId, controlled, site }: Happening,
): WebhookMessage[] {
  const { id, backend, scopes: asked } = descriptor;
  const wants = (type: string) => backend?.webhooks.some((one) => one.event === type) ?? false;
  const place = { site, plugin: id, facilityId };
  if (event.type === appEvent.type) {
    const own = appEvent.payload.parse(payload);
    if (own.plugin !== id || !wants(own.type)) return [];
    return [{ type: own.type, object: `own ${own.type}`, data: { ...place, payload: own.payload } }];
  }
  const needed = scopeOfEvent(event);
  const { subject, type } = event;
  if (needed === null || !subject || !wants(type)) return [];
  if (!scopes.includes(needed) || !asked.some(({ scope }) => scope === needed)) return [];
  const facts = z.record(z.string(), z.unknown()).parse(payload);
  const about = facts[subject.id];
  return [
    {
      type,
      object: `${subject.area} ${subject.id} ${String(about)}`,
      // Of what is export controlled nothing leaves but that something happened to it.
      data: controlled ? { ...place, [subject.id]: about, controlled } : { ...facts, ...place },
    },
  ];
}

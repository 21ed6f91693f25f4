import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { EventSpec } from '../../contract/event.ts';
import { scopeOfEvent } from '../../contract/scopes.ts';
import type { Kit } from '../kit.ts';
import type { Problem, Rule } from './rule.ts';

const eventSchema = z.custom<EventSpec>(
  (value) => z.object({ type: z.string(), origin: z.string(), payload: z.unknown() }).safeParse(value).success,
);

/** Every event of the product that a server outside may hear of, with the scope that it needs. */
async function toldOutside({ modules, folder }: Kit): Promise<Map<string, string>> {
  const scopes = new Map<string, string>();
  for (const [specifier, path] of Object.entries(modules)) {
    if (!specifier.startsWith('@sinter/sdk/contract/')) continue;
    const module: Record<string, unknown> = await import(pathToFileURL(join(folder, path)).href);
    for (const exported of Object.values(module)) {
      const event = eventSchema.safeParse(exported);
      const scope = event.success ? scopeOfEvent(event.data) : null;
      if (event.success && scope !== null) scopes.set(event.data.type, scope);
    }
  }
  return scopes;
}

/** Events that the vendor's server wants are such as are told outside, and their scopes are asked for. */
export const webhooks: Rule = {
  id: 'webhooks',
  async check({ kit, descriptor }) {
    const wanted = descriptor.backend?.webhooks ?? [];
    const ofProduct = wanted.filter(({ event }) => !event.startsWith(`${descriptor.id}.`));
    if (ofProduct.length === 0) return [];
    const known = await toldOutside(kit);
    const asked: readonly string[] = descriptor.scopes.map(({ scope }) => scope);
    return ofProduct.flatMap(({ event }): Problem[] => {
      const scope = known.get(event);
      const file = 'plugin.json';
      if (scope === undefined) {
        const area = [...known.keys()].filter((one) => one.split('.')[0] === event.split('.')[0]);
        const list = (area.length > 0 ? area : [...known.keys()]).join(', ');
        return [{ file, text: `No server outside is told of "${event}".`, mend: `Choose among these: ${list}.` }];
      }
      if (asked.includes(scope)) return [];
      const text = `Your server hears of "${event}" only with the scope ${scope}, which plugin.json does not ask for.`;
      return [
        { file, text, mend: `Add { "scope": "${scope}", "reason": "<key of a text>" } to scopes of plugin.json.` },
      ];
    });
  },
};

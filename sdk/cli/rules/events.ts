import * as z from 'zod';
import { importedFromContract } from './imported.ts';
import type { Problem, Rule } from './rule.ts';

const eventSchema = z.object({ type: z.string(), origin: z.enum(['server', 'browser']), payload: z.unknown() });

/** The host tells a plugin of the events that it lists. */
export const events: Rule = {
  id: 'events',
  async check(subject) {
    const { subscribes } = subject.descriptor.events;
    const problems: Problem[] = [];
    for await (const { file, line, name, value } of importedFromContract(subject)) {
      const event = eventSchema.safeParse(value).data;
      if (event === undefined || subscribes.includes(event.type)) continue;
      problems.push({
        file,
        line,
        text: `"${name}" is the event ${event.type}, which plugin.json does not subscribe to: listening to it throws.`,
        mend: `Add "${event.type}" to events.subscribes of plugin.json.`,
      });
    }
    return problems;
  },
};

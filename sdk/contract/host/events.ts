import * as z from 'zod';
import { defineEvent } from '../event.ts';
import { anyMember } from '../guard.ts';

const id = z.number().int();

export const registryChanged = defineEvent({
  type: 'registry.changed',
  summary: 'Modules, flags or packages of a facility changed: ask for the manifest again.',
  payload: z.object({ facilityId: id.nullable() }),
  guard: anyMember(
    'It says that the menu may be another one now; the manifest then names only what the hearer may open.',
  ),
  origin: 'server',
});

export const themeChanged = defineEvent({
  type: 'theme.changed',
  summary: 'A theme was published: ask for it again. Everybody of every facility and company is told.',
  payload: z.object({}),
  guard: anyMember('Everybody sees the theme.'),
  origin: 'server',
});

/**
 * The page's stream of events is open, and may not tell what happened before. The page emits it itself, so that what is
 * shown can be asked for anew.
 */
export const reconnected = defineEvent({
  type: 'stream.reconnected',
  summary: 'What happened in between may not have been told.',
  payload: z.object({}),
  guard: anyMember('The page tells it to itself.'),
  origin: 'server',
});

/** What plugins publish travels as this; a host passes it on as an event of `type` to plugin `plugin`, whose own schema parses it. */
export const appEvent = defineEvent({
  type: 'app.event',
  summary: 'A plugin has published an event of its own.',
  payload: z.object({ plugin: z.string(), type: z.string(), payload: z.unknown() }),
  guard: anyMember('A host passes it on to the plugin that has published it.'),
  origin: 'server',
});

import * as z from 'zod';
import { manifestPluginSchema } from '#registry/manifest';
import { themeSchema } from '@sinter/sdk/contract/host/appearance';
import { errorBodySchema } from '@sinter/sdk/contract/errors';
import { sessionUserSchema } from '@sinter/sdk/contract/host/session';

/**
 * What passes between the host and a plugin in a frame. The frame says hello to its window; the host answers once, with a
 * port, and everything else goes through that. The frame asks, and is answered by number; the host tells.
 */
export const hello = 'sinter:frame';

export const askSchema = z.object({ ask: z.number().int(), op: z.string().max(40), args: z.unknown() });
export const answerSchema = z.union([
  z.object({ answer: z.number().int(), value: z.unknown() }),
  z.object({ answer: z.number().int(), failure: errorBodySchema }),
]);

const textsByLanguage = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.string())));

export const locationSchema = z.object({
  pathname: z.string(),
  search: z.string(),
  params: z.record(z.string(), z.string()),
});

/** How the page looks and speaks now. Texts by language and namespace. */
export const lookSchema = z.object({
  theme: themeSchema,
  appearance: z.enum(['light', 'dark']),
  language: z.string(),
  texts: textsByLanguage,
  timeZone: z.string().nullable(),
});
export type Look = z.infer<typeof lookSchema>;

/** What a frame is for: a page of its plugin, or one contribution to a slot with the props that can be passed. */
export const screenSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), id: z.string() }),
  z.object({ kind: z.literal('slot'), slot: z.string(), id: z.string() }),
]);
export type FrameScreen = z.infer<typeof screenSchema>;

/** Values of a contribution's props, and the names of those that are functions. */
export const propsSchema = z.object({ values: z.record(z.string(), z.unknown()), functions: z.array(z.string()) });
export type FrameProps = z.infer<typeof propsSchema>;

export const startSchema = z.object({
  plugin: manifestPluginSchema,
  /** Texts of its style sheets. */
  styles: z.array(z.string()),
  user: sessionUserSchema,
  flags: z.record(z.string(), z.boolean()),
  /** Patterns of all paths that open a screen. */
  paths: z.array(z.string()),
  location: locationSchema,
  look: lookSchema,
  screen: screenSchema,
  props: propsSchema,
});
export type FrameStart = z.infer<typeof startSchema>;

/** What the host tells. */
export const tellSchema = z.discriminatedUnion('tell', [
  z.object({ tell: z.literal('start'), value: startSchema }),
  z.object({ tell: z.literal('ping') }),
  z.object({ tell: z.literal('look'), value: lookSchema }),
  z.object({
    tell: z.literal('place'),
    value: z.object({ location: locationSchema, paths: z.array(z.string()), flags: z.record(z.string(), z.boolean()) }),
  }),
  z.object({ tell: z.literal('props'), value: propsSchema }),
  z.object({
    tell: z.literal('event'),
    value: z.object({ origin: z.enum(['server', 'browser']), type: z.string(), payload: z.unknown() }),
  }),
]);
export type Told = z.infer<typeof tellSchema>;

const request = z.object({
  id: z.string().max(200),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  path: z.string().max(8000),
});
/** The operations of the host's table, with what each of them is asked with. */
export const operations = {
  call: request.extend({ body: z.unknown(), stream: z.boolean() }),
  bytes: request.extend({ body: z.unknown(), type: z.string().max(200) }),
  upload: request.extend({ file: z.instanceof(Blob), name: z.string().max(500), itar: z.boolean() }),
  script: z.object({ path: z.string().max(300) }),
  hear: z.object({ origin: z.enum(['server', 'browser']), type: z.string().max(100) }),
  emit: z.object({ type: z.string().max(100), payload: z.unknown() }),
  navigate: z.object({ to: z.string().max(2000), replace: z.boolean() }),
  log: z.object({
    level: z.enum(['debug', 'info', 'warn', 'error']),
    message: z.string().max(2000),
    facts: z.record(z.string(), z.unknown()).optional(),
  }),
  size: z.object({ height: z.number().nonnegative().max(20_000) }),
  unsaved: z.object({ unsaved: z.boolean() }),
  prop: z.object({ name: z.string().max(100), args: z.array(z.unknown()).max(10) }),
  drawn: z.object({}),
  failed: z.object({
    kind: z.enum(['evaluation', 'invalid-module', 'setup', 'render']),
    message: z.string().max(2000),
  }),
  pong: z.object({}),
} as const;
export type Operations = { [Name in keyof typeof operations]: z.infer<(typeof operations)[Name]> };
export type Operation = keyof Operations;

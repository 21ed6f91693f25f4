import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { navigationItemTypeSchema } from './configuration.ts';
import { reasonSchema, reviewer } from './extensions.ts';

/**
 * Apps of the marketplace that are only a link to another web application. A reviewer adds one for the whole server and publishes it
 * to facilities; a facility enables it with consent. Opening it sends a signed launch token to its address (docs/links.md).
 */

const editor = provider('FACILITY_SETTINGS_EDITOR');
const byId = z.object({ id: z.coerce.number().int().positive() });

/** What the application may be told of a person, beyond their number and that of the facility. */
export const linkShareSchema = z.enum(['NAME', 'ROLE']);
export type LinkShare = z.infer<typeof linkShareSchema>;
const sharesSchema = z
  .array(linkShareSchema)
  .max(linkShareSchema.options.length)
  .refine((shares) => new Set(shares).size === shares.length, { error: 'each once' })
  .meta({ examples: [['NAME']] });

/** `DRAFT` was never offered. `BLOCKED` opens nowhere any more. */
export const linkStateSchema = z.enum(['DRAFT', 'PUBLISHED', 'BLOCKED']);

/** To whom it is offered: every facility, or those that are named. */
export const linkOfferSchema = z.object({
  everybody: z.boolean(),
  facilityIds: z.array(z.number().int().positive()).max(500),
});

const factsSchema = z.object({
  name: lineSchema(60).min(1),
  description: lineSchema(500),
  /** https; http on this machine alone, or in a network that the operator allows. */
  appURL: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .meta({ examples: ['https://wiki.example.com/start'] }),
  appType: navigationItemTypeSchema,
  /** It stands under Internal Apps. */
  internalApp: z.boolean(),
  asks: sharesSchema,
});

const shownSchema = z.object({
  id: z.number().int(),
  ...factsSchema.shape,
  /** Address of its picture. */
  logo: z.string().nullable(),
  /** Whom the launch token is for: scheme, host and port of `appURL`. */
  origin: z.string(),
});

export const linkAppSchema = shownSchema.extend({
  enabled: z.boolean(),
  /** What this facility has agreed to; `null`: it never has. */
  consent: z.object({ origin: z.string(), shares: sharesSchema }).nullable(),
  /** Its address moved to another origin: it opens again after a new consent. */
  moved: z.boolean(),
});

export const reviewedLinkSchema = shownSchema.extend({
  state: linkStateSchema,
  reason: z.string().nullable(),
  offer: linkOfferSchema,
  /** How many facilities have it on. */
  installs: z.number().int(),
  updatedAt: z.string(),
});

// Facilities

export const listLinkApps = defineCall({
  id: 'host.linkApps',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/link-apps',
  summary: 'Link apps that are offered to the active facility, and what it has agreed to.',
  guard: editor,
  flag: 'APP_STORE',
  response: z.object({ apps: z.array(linkAppSchema) }),
});

/**
 * `origin` and `shares` are what the person saw. Refused with NOT_FOUND when it is not offered to this facility, with CONFLICT when
 * its address has another origin by now or it does not ask for one of `shares`.
 */
export const enableLinkApp = defineCall({
  id: 'host.enableLinkApp',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/link-apps/{id}/enable',
  summary: 'Puts a link app into the menu of the active facility, with what it may be told of a person.',
  guard: editor,
  flag: 'APP_STORE',
  params: byId,
  body: z.object({ origin: z.string().max(500), shares: sharesSchema }),
  response: linkAppSchema,
});

/** Refused with NOT_FOUND when the facility never had it. */
export const disableLinkApp = defineCall({
  id: 'host.disableLinkApp',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/link-apps/{id}/disable',
  summary: 'Takes a link app out of the menu of the active facility; open browsers follow.',
  guard: editor,
  params: byId,
  response: z.object({ success: z.literal('true') }),
});

/** Refused with NOT_FOUND for who neither has nor reviews it. */
export const linkAppLogo = defineCall({
  id: 'host.linkAppLogo',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/link-apps/{id}/logo',
  summary: 'The picture of a link app.',
  guard: provider(),
  produces: 'stream',
  params: byId,
  query: z.object({ v: z.string().max(20).optional() }),
  response: z.unknown(),
});

/**
 * Answers a page that a browser shows in a tab of its own: it posts the token to the app, or says why not. Nothing but opening that
 * tab gets it: scripts and frames do not.
 */
export const openLinkApp = defineCall({
  id: 'host.openLinkApp',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/link-apps/{id}/open',
  summary: 'Opens a link app with a signed launch token.',
  guard: provider(),
  produces: 'stream',
  ratePerMinute: 60,
  params: byId,
  /** Of the address to which a sign-in leads back. */
  query: z.object({ after: z.string().max(60).optional() }),
  response: z.unknown(),
});

// Reviewers

export const listReviewedLinks = defineCall({
  id: 'host.reviewedLinkApps',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/link-app-review',
  summary: 'Every link app of this server, and the facilities that one can be offered to.',
  guard: reviewer,
  response: z.object({
    apps: z.array(reviewedLinkSchema),
    facilities: z.array(z.object({ id: z.number().int(), name: z.string() })),
  }),
});

/** Refused with INVALID_INPUT, by the field `appURL`, for an address that no app may have. */
export const addLinkApp = defineCall({
  id: 'host.addLinkApp',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/link-app-review',
  summary: 'Adds a link app. No facility sees it before it is published.',
  guard: reviewer,
  body: factsSchema,
  response: reviewedLinkSchema,
});

/** Refused as `addLinkApp`. Facilities that agreed to another origin agree again before it opens. */
export const changeLinkApp = defineCall({
  id: 'host.changeLinkApp',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/link-app-review/{id}',
  summary: 'Changes a link app; open browsers follow.',
  guard: reviewer,
  params: byId,
  body: factsSchema,
  response: reviewedLinkSchema,
});

/** The form's `file` is a picture: PNG, JPEG, WebP, GIF or SVG. Refused with INVALID_INPUT for another, with TOO_LARGE beyond 200 kB. */
export const setLinkLogo = defineCall({
  id: 'host.setLinkLogo',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/link-app-review/{id}/logo',
  summary: 'Gives a link app its picture.',
  guard: reviewer,
  accepts: 'multipart',
  params: byId,
  response: reviewedLinkSchema,
});

/** A blocked one may be published again. */
export const publishLinkApp = defineCall({
  id: 'host.publishLinkApp',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/link-app-review/{id}/publish',
  summary: 'Offers a link app to every facility or to some. It leaves the menus of those that are not named any more.',
  guard: reviewer,
  params: byId,
  body: linkOfferSchema,
  response: reviewedLinkSchema,
});

export const blockLinkApp = defineCall({
  id: 'host.blockLinkApp',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/link-app-review/{id}/block',
  summary: 'Takes a link app out of all menus; open browsers follow.',
  guard: reviewer,
  params: byId,
  body: z.object({ reason: reasonSchema }),
  response: reviewedLinkSchema,
});

export const removeLinkApp = defineCall({
  id: 'host.removeLinkApp',
  owner: 'host',
  method: 'DELETE',
  path: '/api/v1/link-app-review/{id}',
  summary: 'Deletes a link app, and what facilities have agreed to.',
  guard: reviewer,
  params: byId,
  response: z.object({ success: z.literal('true') }),
});

import * as z from 'zod';
import { flagKeySchema } from '@sinter/sdk/contract/flags';
import { guardSchema } from '@sinter/sdk/contract/guard';
import { pathPattern } from './paths.ts';
import {
  iconSchema,
  isVendor,
  layoutSchema,
  pluginIdSchema,
  sectionSchema,
  settingsSectionSchema,
  versionSchema,
} from './terms.ts';
import { backendSchema, eventsSchema, scopeRequestSchema, settingsSchema } from './vendor.ts';
import { isRange } from './versions.ts';

const name = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9-]*$/, { error: 'letters, digits and hyphens, beginning with a small letter' });
const text = z.string().min(1).max(200);

export const pageSchema = z.object({
  id: name,
  /** Exact route, with parameters as `:name`. The route of a vendor's page begins with `/apps/<plugin id>`. */
  path: z.string().max(200).regex(pathPattern, { error: 'a route like /orders/:id' }),
  /** Translation key in the plugin's own texts. */
  title: text,
  guard: guardSchema,
  flag: flagKeySchema.optional(),
  layout: layoutSchema.default('full'),
  /**
   * Ids of the calls that the page cannot do without: a user who may open it must be allowed each of them. The matrix holds
   * our own pages to it.
   */
  calls: z.array(z.string().max(200)).optional(),
  menu: z
    .object({
      section: sectionSchema,
      order: z.number(),
      icon: iconSchema,
      /** Translation key in the plugin's own texts. */
      label: text,
      badge: text.optional(),
    })
    .optional(),
});
export type PageDescriptor = z.infer<typeof pageSchema>;

const slotIdPattern = /^[^/@\s]+\/[^@\s]+@\d+$/;
export const slotContributionSchema = z.object({
  slot: z.string().regex(slotIdPattern, { error: 'a slot like orders/OrderDetailTabs@1' }),
  /** The id of the contribution that `setup` registers. */
  id: name,
  /** Translation key in the plugin's own texts, and place: for a plugin in a frame, whose code is not asked before it is drawn. */
  label: text.optional(),
  order: z.number().optional(),
});

/** A card of the settings page. A user sees the card when they may open the page that it leads to. */
export const settingsCardSchema = z.object({
  id: name,
  section: settingsSectionSchema,
  /** Translation key in the plugin's own texts. */
  title: text,
  /** One sentence about it, and the names of its fields and sections, which the page's search finds. Keys as above. */
  text: text.optional(),
  fields: z.array(text).max(40).default([]),
  path: z.string().startsWith('/'),
  /** The audit entries that say who changed it last: those of one object only, where it is named. */
  changes: z
    .array(z.object({ action: text, object: text.optional() }))
    .max(20)
    .default([]),
});
export type SettingsCard = z.infer<typeof settingsCardSchema>;

const unique = <T>(values: readonly T[]): boolean => new Set(values).size === values.length;

/** `plugin.json`. Unknown members are ignored, so that the host can read a newer plugin and refuse it with a reason. */
export const descriptorSchema = z
  .object({
    id: pluginIdSchema,
    version: versionSchema,
    publisher: text,
    title: text,
    /** Versions of @sinter/sdk that the plugin runs on. */
    sdk: z.string().refine(isRange, { error: 'a version range like ^1.0.0' }),
    /** `false`: the plugin has a server half only, and pages load nothing of it. */
    client: z.boolean().default(true),
    /** Modules that the plugin takes from the host instead of bringing its own. */
    shared: z.array(z.string()).default([]),
    /** Plugins that must be on for this one to work: it makes their calls or uses their services. */
    requires: z.array(pluginIdSchema).default([]),
    /** Those of `requires` whose services the plugin asks for in `setup`. They start before it; the others do not. */
    startsAfter: z.array(pluginIdSchema).default([]),
    contributes: z
      .object({
        pages: z.array(pageSchema).default([]),
        slots: z.array(slotContributionSchema).default([]),
        settings: z.array(settingsCardSchema).default([]),
      })
      .prefault({}),
    /** What the plugin asks an administrator for. Our own plugins ask for nothing: their rights are the person's. */
    scopes: z.array(scopeRequestSchema).max(40).default([]),
    /** Settings that the host draws, keeps for each facility and gives to the plugin. */
    config: z.object({ schema: settingsSchema }).optional(),
    backend: backendSchema.optional(),
    events: eventsSchema.prefault({}),
    /** What a person sees before there is any page: keys in the plugin's own texts. */
    description: text.optional(),
    license: z.string().max(60).optional(),
    budgets: z
      .object({
        /** Kilobytes of the entry and all it imports first, and milliseconds until a page of it is drawn. `sinter-plugin check` measures them. */
        entryKb: z.number().positive().max(1000),
        mountMs: z.number().positive().max(20_000),
        /**
         * Modules that are fetched long after their screen has been drawn and may therefore weigh more than a screen:
         * source file in the plugin's folder to kilobytes. The build's budgets read it.
         */
        late: z.record(z.string().max(200), z.number().positive()),
      })
      .partial()
      .default({}),
    /** `minimal`: the pages also run in the minimal host. */
    embed: z.object({ minimal: z.boolean() }).default({ minimal: false }),
    canBeSwitchedOff: z.boolean().default(true),
  })
  .superRefine((plugin, check) => {
    const problem = (message: string, ...path: (string | number)[]) =>
      check.addIssue({ code: 'custom', message, path });
    if (plugin.requires.includes(plugin.id)) problem('a plugin cannot require itself', 'requires');
    const stray = plugin.startsAfter.find((id) => !plugin.requires.includes(id));
    if (stray !== undefined) problem(`${stray} is not among what it requires`, 'startsAfter');
    const { pages, slots } = plugin.contributes;
    if (!plugin.client && pages.length + slots.length > 0)
      problem('a plugin without a client contributes no pages and no slots', 'client');
    if (isVendor(plugin.id)) {
      const foreign = plugin.events.publishes.find((type) => !type.startsWith(`${plugin.id}.`));
      if (foreign !== undefined) problem(`an own event begins with ${plugin.id}.`, 'events', 'publishes');
    }
    const { webhooks, schedules } = plugin.backend ?? { webhooks: [], schedules: [] };
    if (!unique(webhooks.map(({ event }) => event))) problem('an event is listed twice', 'backend', 'webhooks');
    for (const [index, { event }] of webhooks.entries()) {
      if (event.startsWith(`${plugin.id}.`) && !plugin.events.publishes.includes(event))
        problem(`${event} is not among events.publishes`, 'backend', 'webhooks', index, 'event');
    }
    if (!unique(schedules.map(({ id }) => id))) problem('two schedules have the same id', 'backend', 'schedules');
    for (const [index, { every, dailyAt }] of schedules.entries()) {
      if ((every === undefined) === (dailyAt === undefined))
        problem('a schedule has either every or dailyAt', 'backend', 'schedules', index);
    }
    if (!unique(plugin.scopes.map(({ scope }) => scope))) problem('a scope is asked for twice', 'scopes');
    if (!unique(pages.map((page) => page.id))) problem('two pages have the same id', 'contributes', 'pages');
    if (!unique(slots.map((one) => `${one.slot} ${one.id}`)))
      problem('two contributions have the same slot and id', 'contributes', 'slots');
    const home = `/apps/${plugin.id}`;
    for (const [index, { path, menu }] of pages.entries()) {
      if (menu && path.includes(':')) {
        problem('a page with parameters cannot be in the menu', 'contributes', 'pages', index, 'menu');
      }
      if (isVendor(plugin.id) && path !== home && !path.startsWith(`${home}/`)) {
        problem(`the path of a vendor's page begins with ${home}`, 'contributes', 'pages', index, 'path');
      }
    }
  });
export type Descriptor = z.infer<typeof descriptorSchema>;

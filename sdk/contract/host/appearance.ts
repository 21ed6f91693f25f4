import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone } from '../guard.ts';

/** Theme and texts: what a page shows before anybody is signed in (specification 3 and 7.2). */

const themeFileSchema = z.object({ fileURL: z.string().max(2000) });

const link = z.union([
  z.literal(''),
  z
    .string()
    .max(500)
    .regex(/^(https:\/\/|mailto:|tel:|\/(?!\/))/, 'A web, email or telephone address'),
]);

/**
 * How a domain looks (specification 3). Its files are at most 2 MiB each; `saveThemeConfig` says how they are given.
 */
export const themeSchema = z.object({
  /** CSS variables by name, with or without their dashes. A name ending in `@dark` counts in dark mode. */
  'root-css': z.record(z.string().max(80), z.string().max(200)),
  title: z.string().trim().min(1).max(100),
  description: z.string().max(500),
  'show-materialise-info': z.boolean(),
  'navigation-logo-type': z.enum(['DARK', 'LIGHT']),
  /** One family, named `theme`; the variable `font` puts it to use. */
  fonts: z
    .array(
      z.object({
        weight: z.string().max(20),
        style: z.string().max(20),
        files: z
          .array(themeFileSchema.extend({ extension: z.enum(['woff2', 'woff', 'ttf', 'otf']) }))
          .min(1)
          .max(4),
      }),
    )
    .max(20),
  favicon: themeFileSchema.nullable(),
  'hero-image': themeFileSchema.nullable(),
  /** Drawn on light and on dark ground. */
  'logo-dark': themeFileSchema.nullable(),
  'logo-light': themeFileSchema.nullable(),
  /** Links of the footer; those of the default theme where one is empty. */
  'contact-url': link,
  'terms-url': link,
});

export type Theme = z.infer<typeof themeSchema>;

/** What is shown where nobody has set anything, or the server has no theme to give (specification 8 and 9). */
export const defaultTheme: Theme = {
  'root-css': {},
  title: 'CO-AM',
  description: '',
  'show-materialise-info': true,
  'navigation-logo-type': 'DARK',
  fonts: [],
  favicon: null,
  'hero-image': null,
  'logo-dark': null,
  'logo-light': null,
  'contact-url': 'https://www.materialise.com/en/contact',
  'terms-url': 'https://www.materialise.com/en/legal',
};

/** Answers `defaultTheme` where none was published (specification 7.1, 8). */
export const themes = defineCall({
  id: 'host.themes',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/misc/themes',
  summary: 'The theme applied before first paint.',
  guard: anyone,
  response: themeSchema,
});

/**
 * Tokens are `namespace:token`: the texts of the host and the widgets in this language, with what is stored for it in
 * their place. The default language, which every page has, answers only what is stored. Carries an ETag (specification
 * 7.2).
 */
export const translations = defineCall({
  id: 'host.translations',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/translations/{key}',
  summary: 'Texts by token in one language (`en_US`) that replace the bundled ones.',
  guard: anyone,
  params: z.object({ key: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/) }),
  response: z.record(z.string(), z.string()),
});

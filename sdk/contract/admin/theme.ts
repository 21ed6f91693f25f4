import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { themeSchema } from '../host/appearance.ts';

/** Editing and publishing the theme (specification 3 and 7.2); `/api/v1/misc/themes` answers what the first paint needs of it. */

/** A domain's theme is its root facility's: somebody of another facility, or looking into one, is refused. */
const themeEditor = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  permissions: ['STOREFRONT_CONFIG_EDITOR'],
  rootFacility: true,
});

/** Specification 3, 7.2. */
export const readThemeConfig = defineCall({
  id: 'admin.themeConfig',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/domain-config/THEME_CONFIG',
  summary: 'The whole theme of this domain, for the screen that edits it. FORBIDDEN in any but the root facility.',
  guard: themeEditor,
  response: themeSchema,
});

/**
 * Answers the theme with the addresses of its published files. Refused with INVALID_INPUT by field: a variable
 * (`root-css.--primary`), a file's address, content or size, the `weight` or `style` of a font (specification 3, 7.2).
 */
export const saveThemeConfig = defineCall({
  id: 'admin.saveThemeConfig',
  owner: 'admin',
  method: 'POST',
  path: '/api/v1/domain-config/THEME_CONFIG',
  summary:
    'Publishes a theme for this domain, as a new revision; open pages follow. FORBIDDEN in any but the root facility. Pictures (png, jpeg, webp, gif, svg, ico) and fonts of at most 2 MiB each are given as `/api/v1/files/{id}/content`, files that the caller may see, or as they were published before; publishing makes them readable for everybody as `/api/v1/misc/theme-files/{id}`. A CSS variable that is none of the palette, or a value that is no plain one, is refused by its name.',
  guard: themeEditor,
  body: themeSchema,
  response: themeSchema,
});

/** `at` is ISO, `by` a name (specification 7.2). */
export const listThemeRevisions = defineCall({
  id: 'admin.themeRevisions',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/domain-config/THEME_CONFIG/revisions',
  summary: 'The last fifty themes of this domain, newest first; publishing one of them again is the undo.',
  guard: themeEditor,
  response: z.array(z.object({ revision: z.number().int(), at: z.string(), by: z.string(), theme: themeSchema })),
});

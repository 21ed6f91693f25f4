import * as z from 'zod';

/**
 * What the build leaves in `.build/web/` for the server to serve. Every file named here is served unchanged under
 * `base`, except the JSON records themselves; names contain a hash of the content, so they can be cached for ever.
 */

/** A sha384 digest in the form of the `integrity` attribute. */
const integritySchema = z.templateLiteral(['sha384-', z.string()]);

/** `importmap.json`: goes into the page as `<script type="systemjs-importmap">`. Addresses are absolute paths. */
export const importMapSchema = z.object({
  /** Specifier to address. */
  imports: z.record(z.string(), z.string()),
  /** Address to digest; SystemJS refuses every script that has no entry here. */
  integrity: z.record(z.string(), integritySchema),
  /** Address to the specifiers it imports first, so that the browser asks for all of them at once. */
  depcache: z.record(z.string(), z.array(z.string())),
  /** Address of a file that holds several scripts to the addresses of those; they are nowhere else. */
  packs: z.record(z.string(), z.array(z.string())),
});
export type ImportMap = z.infer<typeof importMapSchema>;

/** A style sheet or script that a page names itself: address and digest. */
export const pageFileSchema = z.object({ address: z.string(), integrity: integritySchema });
export type PageFile = z.infer<typeof pageFileSchema>;

/** `index.json`: what the pages of the two browser hosts need, and where each first-party plugin lies. */
export const webBuildSchema = z.object({
  /** Address of the folder, with a slash at both ends. */
  base: z.string(),
  /** SystemJS with our loading rules. Place it after the import map. */
  system: pageFileSchema,
  /** By host (`shell`, `minimal`). */
  hosts: z.record(
    z.string(),
    z.object({
      /** The specifier to import. */
      entry: z.string(),
      /** Style sheets for the head of the page. */
      styles: z.array(pageFileSchema),
      /** What is needed before the host can run, and before everything behind its sign-in can. */
      scripts: z.array(pageFileSchema),
      app: z.array(pageFileSchema),
    }),
  ),
  /** Plugin id to its folder, relative to `base`, without a slash at the end. `<folder>/files.json` is its record. */
  plugins: z.record(z.string(), z.string()),
  /**
   * By `<plugin id>`, and by `<plugin id>/<page id>` for each page whose script is known: what has to be loaded, from the host
   * and from the plugin's own folder. A page without an entry is loaded as well, only later.
   */
  pages: z.record(z.string(), z.object({ shared: z.array(pageFileSchema), own: z.array(z.string()) })),
});
export type WebBuild = z.infer<typeof webBuildSchema>;

/** `<plugin folder>/files.json`. File names are relative to the folder. */
export const pluginBuildSchema = z.object({
  id: z.string(),
  version: z.string(),
  /** The module whose default export is the plugin's definition. */
  entry: z.string(),
  /** Style sheets to add while the plugin is loaded. */
  styles: z.array(z.string()),
  /** Every file of the package with its digest; nothing else may be loaded from the folder. */
  files: z.record(z.string(), integritySchema),
  /** File to the specifiers it imports first. Own files start with `./`. */
  depcache: z.record(z.string(), z.array(z.string())),
});
export type PluginBuild = z.infer<typeof pluginBuildSchema>;

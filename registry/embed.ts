import * as z from 'zod';

/** A screen of one plugin for a page of somebody else: `/embed/<plugin id>/<path of one of its pages>`. */
export const embedBase = '/embed/';

/** Brings somebody who is not signed in inside a frame to the sign-in, in a tab of its own. */
export const embedSignIn = '/embed-sign-in';

/** The plugin that an address embeds, and what its paths begin with there; `null` for every other address. */
export function embedPlace(pathname: string): { pluginId: string; base: string } | null {
  const [, pluginId] = /^\/embed\/([a-z][a-z0-9.-]*)(?:\/|$)/.exec(pathname) ?? [];
  return pluginId === undefined ? null : { pluginId, base: embedBase + pluginId };
}

/** Look and language that the page around asks for, in the address: they hold from the first paint on. */
export const embedTheme = 'embed-theme';
export const embedLanguage = 'embed-language';

/** Id of the data block of an embed document. */
export const embeddingId = 'embedding';

/** What the server tells an embed document. */
export const embeddingSchema = z.object({
  /** Origins of the pages that it may stand in. */
  ancestors: z.array(z.string()),
});
export type Embedding = z.infer<typeof embeddingSchema>;

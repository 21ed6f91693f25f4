import * as z from 'zod';

/** Words that people put on things of their own, to find them again. */
export const tagSchema = z.string().trim().min(1).max(40);
/** On one thing. */
export const mostTags = 20;

/** Tags as they are kept: each once, whatever its capitals. */
export function distinctTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const tag of tags) if (!kept.has(tag.toLowerCase())) kept.set(tag.toLowerCase(), tag);
  return [...kept.values()];
}

/** What is given to things, and taken from them. */
export const tagChangeSchema = z.object({
  add: z.array(tagSchema).max(mostTags).default([]),
  remove: z.array(tagSchema).max(mostTags).default([]),
});
export type TagChange = z.output<typeof tagChangeSchema>;

/** `tags` after the change; what is given anew stands as it is written now. */
export function changedTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const meant = new Set([...add, ...remove].map((tag) => tag.toLowerCase()));
  return distinctTags([...tags.filter((tag) => !meant.has(tag.toLowerCase())), ...add]);
}

/** A tag as it stands on a thing. A company's own words have neither id nor color. */
export const tagChipSchema = z.object({
  id: z.number().int().nullable(),
  label: z.string(),
  /** `#rrggbb` */
  color: z.string().nullable(),
});
export type TagChip = z.infer<typeof tagChipSchema>;

/** A tag that rows of a kind can be found by. Retired ones are put on nothing else. */
export const knownTagSchema = tagChipSchema.extend({ id: z.number().int(), retired: z.boolean() });
export type KnownTag = z.infer<typeof knownTagSchema>;

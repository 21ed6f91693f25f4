import type { TagChip } from './tags.ts';

/** Tags as one text, for a file. */
export const tagsText = (tags: readonly Pick<TagChip, 'label'>[]): string => tags.map(({ label }) => label).join('; ');

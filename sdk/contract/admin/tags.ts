import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { tagKindSchema } from './tagKinds.ts';

/** The tags of a facility (product 2, Tags). Who may edit orders puts them on orders: `orders.tagOrders`. */

const id = z.number().int();
const path = z.object({ id: z.coerce.number().int().positive() });
const editor = provider('TAGS_SETTINGS_EDITOR');

/** The tags that a facility may have. */
export const mostFacilityTags = 500;
/** Uses are counted up to this many. */
export const mostTagUses = 1000;

/** What a tag is made of. */
export const tagDraftSchema = z.object({
  label: lineSchema(40).min(1),
  /** `#rrggbb` */
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  /** What it can be put on; where it stands already it stays. */
  appliesTo: z.array(tagKindSchema).min(1).max(tagKindSchema.options.length),
});
export type TagDraft = z.infer<typeof tagDraftSchema>;

/** A tag of the facility. */
export const facilityTagSchema = tagDraftSchema.extend({
  id,
  /** How many things have it, at most `mostTagUses`. */
  used: z.number().int(),
  /** Stays where it is and is put on nothing else. */
  retired: z.boolean(),
});
export type FacilityTag = z.infer<typeof facilityTagSchema>;

/** Product 2, Tags. `kinds`: what can be tagged here. */
export const listTags = defineCall({
  id: 'admin.tags',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/tags',
  summary: 'Tags of the facility by label, retired ones too, with how often each is used.',
  guard: editor,
  response: z.object({ tags: z.array(facilityTagSchema), kinds: z.array(tagKindSchema) }),
});

/** Refused with CONFLICT when the facility has a tag of that label in upper or lower case, or has 500. */
export const createTag = defineCall({
  id: 'admin.createTag',
  owner: 'admin',
  method: 'POST',
  path: '/api/v1/tags',
  summary: 'A new tag; CONFLICT when the facility has one of that label.',
  guard: editor,
  body: tagDraftSchema,
  response: facilityTagSchema,
});

/** Refused with NOT_FOUND when the facility has no such tag; with CONFLICT when another one has that label. */
export const updateTag = defineCall({
  id: 'admin.updateTag',
  owner: 'admin',
  method: 'PUT',
  path: '/api/v1/tags/{id}',
  summary: 'Renames, recolors or retires a tag, or brings it back.',
  guard: editor,
  params: path,
  body: tagDraftSchema.extend({ retired: z.boolean() }),
  response: facilityTagSchema,
});

/** Refused with NOT_FOUND when the facility has either of them not; with INVALID_INPUT when both are the same. */
export const mergeTags = defineCall({
  id: 'admin.mergeTags',
  owner: 'admin',
  method: 'POST',
  path: '/api/v1/tags/{id}/merge',
  summary: 'Everything with this tag has the other one instead; lists filtered by it find them by the other one.',
  guard: editor,
  params: path,
  body: z.object({ into: id.positive() }),
  response: facilityTagSchema,
});

import * as z from 'zod';
import type { searchProjects } from '@sinter/sdk/contract/projects/projects';
import { projectStateSchema } from '@sinter/sdk/contract/projects/projects';
import type { CallInput } from '@sinter/sdk/contract/call';

/** What the list of projects is filtered by, as its address has it. */
export const firstFilters = { q: '', state: 'OPEN', mine: '', sort: 'UPDATED' };
export type ProjectFilters = typeof firstFilters;

/** An address may say anything. */
const known = z.object({
  state: projectStateSchema.catch('OPEN'),
  mine: z.enum(['OWNED', 'MY_TASKS']).nullable().catch(null),
  sort: z.enum(['UPDATED', 'TARGET_DATE', 'NAME']).catch('UPDATED'),
});

export const projectSearch = ({ q, ...filters }: ProjectFilters): CallInput<typeof searchProjects>['body'] => ({
  searchText: q,
  ...known.parse(filters),
});

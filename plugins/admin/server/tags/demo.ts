import type { TagDraft } from '@sinter/sdk/contract/admin/tags';
import type { DemoWorld, Work } from '@sinter/sdk/server';
import { addTag } from './handlers.ts';

const tags: readonly TagDraft[] = [
  { label: 'Check powder', color: '#e8710a', appliesTo: ['ORDER', 'JOB', 'NCR'] },
  { label: 'Repeat customer', color: '#1c8f4e', appliesTo: ['ORDER', 'PART'] },
  { label: 'Trade fair', color: '#7a3fc4', appliesTo: ['ORDER'] },
  { label: 'Fragile', color: '#0d7f8c', appliesTo: ['PART', 'LOT'] },
  { label: 'Watch first layer', color: '#1a5fd0', appliesTo: ['JOB'] },
  { label: 'Recurring', color: '#c22a2a', appliesTo: ['NCR'] },
];

/** What the demo tags with them says each area's own demo. */
export async function seedTags(unit: Work, { rootFacilityId, secondFacilityId }: DemoWorld): Promise<void> {
  for (const facilityId of [rootFacilityId, secondFacilityId]) {
    for (const tag of tags) await addTag(unit, facilityId, tag);
  }
}

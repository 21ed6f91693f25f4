import { useState } from 'react';
import { searchParts, tagFacilityParts } from '@sinter/sdk/contract/catalog/parts';
import { Tagging } from '@sinter/sdk/state/lists';
import { usePlugin } from '@sinter/sdk/ui';
import { TagPicker } from '@sinter/sdk/ui/tags';
import type { PartDetail } from './PartStore.ts';

/** The tags that the facility has put on a part of a customer. */
export default function FacilityTags({ part, onChange }: { part: PartDetail; onChange: () => void }) {
  const host = usePlugin();
  const [tagging] = useState(
    () =>
      new Tagging(host, {
        guard: tagFacilityParts.guard,
        known: async (signal) => {
          const asked = { query: { page: 0, size: 1 }, body: { choices: true } };
          const { facilityTags } = await host.api.call(searchParts, asked, { signal });
          return facilityTags.flatMap(({ label, retired }) => (retired ? [] : label));
        },
        change: (body) => host.api.call(tagFacilityParts, { body }),
      }),
  );
  return <TagPicker store={tagging} row={{ id: part.id, tags: part.facilityTags }} onChange={onChange} />;
}

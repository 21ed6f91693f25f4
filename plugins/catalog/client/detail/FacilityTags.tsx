import { useState } from 'react';
import { usePlugin } from '@sinter/sdk/ui';
import { TagPicker } from '@sinter/sdk/ui/tags';
import type { PartDetail } from './PartStore.ts';
import { partTagging } from './partTagging.ts';

/** The tags that the facility has put on a part of a customer. */
export default function FacilityTags({ part, onChange }: { part: PartDetail; onChange: () => void }) {
  const host = usePlugin();
  const [tagging] = useState(() => partTagging(host));
  return <TagPicker store={tagging} row={{ id: part.id, tags: part.facilityTags }} onChange={onChange} />;
}

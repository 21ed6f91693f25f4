import { useState } from 'react';
import type { LotDetail } from '@sinter/sdk/contract/production/lots';
import { usePlugin } from '@sinter/sdk/ui';
import { TagPicker } from '@sinter/sdk/ui/tags';
import { lotTagging } from './lotTagging.ts';

/** The facility's tags on a lot. */
export default function LotTags({ lot, onChange }: { lot: Pick<LotDetail, 'id' | 'tags'>; onChange: () => void }) {
  const host = usePlugin();
  const [tagging] = useState(() => lotTagging(host));
  return <TagPicker store={tagging} row={lot} onChange={onChange} />;
}

import { useState } from 'react';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { usePlugin } from '@sinter/sdk/ui';
import { TagPicker } from '@sinter/sdk/ui/tags';
import { jobTagging } from '../jobs-list/jobTagging.ts';

/** The facility's tags on a job. */
export default function JobTags({ job, onChange }: { job: Pick<Job, 'id' | 'tags'>; onChange: () => void }) {
  const host = usePlugin();
  const [tagging] = useState(() => jobTagging(host));
  return <TagPicker store={tagging} row={job} onChange={onChange} />;
}

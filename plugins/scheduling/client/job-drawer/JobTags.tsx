import { useState } from 'react';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { listJobTags, tagJobs } from '@sinter/sdk/contract/scheduling/tags';
import { Tagging } from '@sinter/sdk/state/lists';
import { usePlugin } from '@sinter/sdk/ui';
import { TagPicker } from '@sinter/sdk/ui/tags';

/** The facility's tags on a job. */
export default function JobTags({ job, onChange }: { job: Pick<Job, 'id' | 'tags'>; onChange: () => void }) {
  const host = usePlugin();
  const [tagging] = useState(
    () =>
      new Tagging(host, {
        guard: tagJobs.guard,
        known: async (signal) => {
          const tags = await host.api.call(listJobTags, {}, { signal });
          return tags.flatMap(({ label, retired }) => (retired ? [] : label));
        },
        change: (body) => host.api.call(tagJobs, { body }),
      }),
  );
  return <TagPicker store={tagging} row={job} onChange={onChange} />;
}

import { addProjectParts, listProjectChoices } from '@sinter/sdk/contract/projects/contents';
import type { PartActionProps } from '@sinter/sdk/contract/catalog/partActions';
import { usePlugin } from '@sinter/sdk/ui';
import { AddTo } from './AddTo.tsx';

/** In the inventory: puts a part into one of the person's projects. */
export default function AddPart({ part: { id, name } }: PartActionProps) {
  const { api } = usePlugin();
  return (
    <AddTo
      name={name}
      choices={(search, signal) => api.call(listProjectChoices, { query: { partId: id, search } }, { signal })}
      add={(projectId) => api.call(addProjectParts, { params: { id: projectId }, body: { partIds: [id] } })}
    />
  );
}

import { observer } from 'mobx-react-lite';
import { listLotTags } from '@sinter/sdk/contract/production/tags';
import type { KnownTag } from '@sinter/sdk/contract/tags';
import { Question } from '@sinter/sdk/state';
import { useStore } from '@sinter/sdk/ui';
import { TagFilter } from '@sinter/sdk/ui/tags';

/** Limits lots to those with any of some tags, where the facility has some for lots. */
export default observer(function TagLimit({ tags, onChoose }: { tags: string; onChoose: (tags: string) => void }) {
  const { answer } = useStore(
    (host) =>
      new Question<void, readonly KnownTag[]>(host, {
        ask: (_, signal) => host.api.call(listLotTags, {}, { signal }),
        failed: 'tags of lots could not be read',
      }),
  );
  const chosen = tags === '' ? [] : tags.split(',').map(Number);
  return answer && <TagFilter tags={answer} chosen={chosen} onChoose={(ids) => onChoose(ids.join())} />;
});

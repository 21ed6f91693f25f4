import { observer } from 'mobx-react-lite';
import { listJobTags } from '@sinter/sdk/contract/scheduling/tags';
import type { KnownTag } from '@sinter/sdk/contract/tags';
import { Question } from '@sinter/sdk/state';
import { useStore } from '@sinter/sdk/ui';
import { TagFilter } from '@sinter/sdk/ui/tags';

interface TagLimitProps {
  tagIds: readonly number[];
  onChoose: (tagIds: number[]) => void;
}

/** Limits the list to jobs with any of some tags, where the facility has some for jobs. */
export default observer(function TagLimit({ tagIds, onChoose }: TagLimitProps) {
  const { answer } = useStore(
    (host) =>
      new Question<void, readonly KnownTag[]>(host, {
        ask: (_, signal) => host.api.call(listJobTags, {}, { signal }),
        failed: 'tags of jobs could not be read',
      }),
  );
  return answer && <TagFilter tags={answer} chosen={tagIds} onChoose={onChoose} />;
});

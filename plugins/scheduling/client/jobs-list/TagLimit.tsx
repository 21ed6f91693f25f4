import { observer } from 'mobx-react-lite';
import { listJobTags } from '@sinter/sdk/contract/scheduling/tags';
import type { KnownTag } from '@sinter/sdk/contract/tags';
import { Question } from '@sinter/sdk/state';
import { useStore, useTexts } from '@sinter/sdk/ui';
import { TagFilter } from '@sinter/sdk/ui/tags';

interface TagLimitProps {
  tagId: number | null;
  onChoose: (tagId: number | null) => void;
}

/** Limits the list to a tag, where the facility has some for jobs. */
export default observer(function TagLimit({ tagId, onChoose }: TagLimitProps) {
  const t = useTexts();
  const { answer } = useStore(
    (host) =>
      new Question<void, readonly KnownTag[]>(host, {
        ask: (_, signal) => host.api.call(listJobTags, {}, { signal }),
        failed: 'tags of jobs could not be read',
      }),
  );
  // A limit that is set can always be taken off.
  if (tagId === null && !answer?.length) return null;
  return (
    <label>
      {t('list.tags')}
      <TagFilter
        tags={answer ?? []}
        value={tagId === null ? '' : String(tagId)}
        onChoose={(value) => onChoose(value === '' ? null : Number(value))}
      />
    </label>
  );
});

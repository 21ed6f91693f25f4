import { observer } from 'mobx-react-lite';
import type { TagChange, TagChip } from '../../contract/tags.ts';
import type { Found, List, Tagging } from '../../state/lists.ts';
import { useUiTexts } from '../host.ts';
import { BulkBar, BulkReport, BulkTags } from '../lists.ts';

interface TagBarProps<Row, Values, Answer extends Found<Row>> {
  list: List<Row, Values, Answer>;
  tagging: Tagging;
  tagsOf: (row: Row) => readonly TagChip[];
  /** What a row is called in the report. */
  nameOf: (row: Row) => string;
}

/** As many as one call takes. */
const atOnce = 100;

/** Above a list whose chosen rows can do nothing but be tagged: gives them tags or takes one away, and tells of each. */
export const TagBar = observer(function TagBar<Row extends { readonly id: number }, Values, Answer extends Found<Row>>({
  list,
  tagging,
  tagsOf,
  nameOf,
}: TagBarProps<Row, Values, Answer>) {
  const t = useUiTexts();
  const { selection, bulk } = list;
  const change = (kind: 'add' | 'remove', tags: string[]) =>
    void list.runBulk({
      kind,
      failed: 'tags could not be changed',
      atOnce,
      change: (rows) => tagging.change(rows, { [kind]: tags } satisfies Partial<TagChange>),
    });
  return (
    <>
      <BulkBar selection={selection}>
        <BulkTags
          own={[...new Set(selection.chosen.flatMap((row) => tagsOf(row).map(({ label }) => label)))].toSorted()}
          known={tagging.known}
          onOpen={tagging.askKnown}
          onAdd={(tags) => change('add', tags)}
          onRemove={(tag) => change('remove', [tag])}
        />
      </BulkBar>
      {bulk && (
        <BulkReport
          bulk={bulk}
          title={t(bulk.kind === 'add' ? 'tags.add' : 'tags.remove')}
          nameOf={nameOf}
          onClose={list.closeBulk}
        />
      )}
    </>
  );
});

import type { FileDto } from '@sinter/sdk/contract/host/files';
import type { CheckAnswer } from '@sinter/sdk/contract/production/lots';
import type { StepCheck } from '@sinter/sdk/contract/production/mes';

type Answered = Pick<StepCheck, 'kind'> & { value: CheckAnswer['value'] | null };

/** Ids of the files that answer. */
export const filesIn = (answered: readonly Answered[]): number[] =>
  answered.flatMap(({ kind, value }) => (kind === 'FILE' && typeof value === 'number' ? [value] : []));

export const withFiles = <Item extends Answered>(
  answered: readonly Item[],
  files: ReadonlyMap<number, FileDto>,
): (Item & { file: FileDto | null })[] =>
  answered.map((each) => {
    const [id] = filesIn([each]);
    return { ...each, file: id === undefined ? null : (files.get(id) ?? null) };
  });

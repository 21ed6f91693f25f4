import { observer } from 'mobx-react-lite';
import { Thumbnail, useTexts } from '@sinter/sdk/ui';
import { PartChoices } from './PartChoices.tsx';
import type { PartLine } from './PartLine.ts';
import { PartPrice } from './PartPrice.tsx';
import { PartProgress } from './PartProgress.tsx';
import { PartReport, UnitChoice } from './PartReport.tsx';
import type { StoreFrontStore } from './StoreFrontStore.ts';
import css from './storeFront.module.css';

/** One part: its picture, how far its file is, how it is wanted, and what that costs. */
export const PartCard = observer(function PartCard({ store, line }: { store: StoreFrontStore; line: PartLine }) {
  const t = useTexts();
  const { file } = line;
  const { state } = file;
  const { fileName } = file.preparation;
  const picture = state.kind === 'ready' ? (state.part.picture?.fileURL ?? null) : null;
  return (
    <li className={css['card']}>
      <Thumbnail src={picture} alt={fileName} size={88} />
      <div className={css['body']}>
        <div className={css['head']}>
          <strong title={fileName}>{fileName}</strong>
          {state.kind !== 'failed' && <UnitChoice file={file} />}
          <button type="button" aria-label={t('shop.remove', { fileName })} onClick={() => store.remove(line)}>
            ×
          </button>
        </div>
        <PartProgress file={file} />
        {state.kind === 'ready' && <PartReport file={file} part={state.part} />}
        {state.kind !== 'failed' && <PartChoices store={store} line={line} />}
        {line.problem !== null && (
          <p role="alert" className={css['failed']}>
            {line.problem}
          </p>
        )}
        <PartPrice line={line} estimates={store.estimates} />
      </div>
    </li>
  );
});

import { observer } from 'mobx-react-lite';
import { storeFrontLine } from '@sinter/sdk/contract/orders/storeFrontLine';
import { Slot, Thumbnail, useTexts } from '@sinter/sdk/ui';
import { PartChoices } from './PartChoices.tsx';
import { PartDetails } from './PartDetails.tsx';
import type { PartLine } from './PartLine.ts';
import { PartPrice } from './PartPrice.tsx';
import { PartProgress } from './PartProgress.tsx';
import { PartReport, UnitChoice } from './PartReport.tsx';
import type { RequestParts } from './RequestParts.ts';
import css from './request.module.css';

interface PartCardProps {
  parts: RequestParts;
  line: PartLine;
  /** Only its file: how it is wanted is asked elsewhere. */
  onlyFile?: boolean;
}

/** One part: its picture, how far its file is, how it is wanted, and what that costs. */
export const PartCard = observer(function PartCard({ parts, line, onlyFile = false }: PartCardProps) {
  const t = useTexts();
  const { file } = line;
  const { state } = file;
  const { fileName } = file.preparation;
  const ready = state.kind === 'ready' ? state.part : null;
  const picture = ready?.picture?.fileURL ?? null;
  const { amProcessId, materialId, quantity } = line;
  const asks = state.kind !== 'failed' && !onlyFile;
  return (
    <li className={css['card']}>
      <Thumbnail src={picture} alt={fileName} size={88} />
      <div className={css['body']}>
        <div className={css['head']}>
          <strong title={fileName}>
            <bdi>{fileName}</bdi>
          </strong>
          {state.kind !== 'failed' && <UnitChoice file={file} />}
          <button type="button" aria-label={t('shop.remove', { fileName })} onClick={() => parts.remove(line)}>
            ×
          </button>
        </div>
        <PartProgress file={file} />
        {state.kind === 'ready' && <PartReport file={file} part={state.part} />}
        {asks && <PartChoices parts={parts} line={line} />}
        {asks && <PartDetails parts={parts} line={line} />}
        {asks && (
          <Slot
            name={storeFrontLine}
            props={{
              line: {
                fileId: ready?.processed.id ?? null,
                name: fileName,
                size: ready?.report.bbox.size ?? null,
                volumeMm3: ready?.report.volumeMm3 ?? null,
                amProcessId,
                materialId,
                quantity,
              },
            }}
          />
        )}
        {line.problem !== null && (
          <p role="alert" className={css['failed']}>
            {line.problem}
          </p>
        )}
        {!onlyFile && <PartPrice line={line} estimates={parts.estimates} />}
      </div>
    </li>
  );
});

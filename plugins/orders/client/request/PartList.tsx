import { lazy, Suspense } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { mostLines } from '@sinter/sdk/contract/orders/request';
import { ErrorNotice, FileDropZone, useTexts } from '@sinter/sdk/ui';
import { ExportQuestion } from '@sinter/sdk/ui/form';
import { PartCard } from './PartCard.tsx';
import type { RequestParts } from './RequestParts.ts';
import css from './request.module.css';

const Waiting = lazy(() => import('./Waiting.tsx'));

/** The parts of a request, the question that their files wait for, and the place to drop more. */
export const PartList = observer(function PartList({ parts, onlyFile }: { parts: RequestParts; onlyFile?: boolean }) {
  const t = useTexts();
  const invitation = parts.isEmpty
    ? { title: t('shop.drop'), hint: t('shop.dropHint') }
    : { title: t('shop.dropMore') };
  return (
    <>
      <Removed parts={parts} />
      {parts.offerError ? (
        <ErrorNotice subject={t('shop.offer')} error={parts.offerError} onRetry={() => parts.retryOffer()} />
      ) : null}
      <PartCards parts={parts} {...(onlyFile ? { onlyFile } : {})} />
      {parts.waiting.length > 0 && (
        <Suspense fallback={null}>
          <Waiting parts={parts} />
        </Suspense>
      )}
      <ExportQuestion
        value={parts.exportControlled}
        onAnswer={(answer) => parts.answer(answer)}
        missing={(parts.tried || parts.waiting.length > 0) && parts.exportControlled === null}
      />
      {parts.tooMany > 0 && (
        <p role="alert" className={css['failed']}>
          {t('shop.tooMany', { count: parts.tooMany, most: mostLines })}
        </p>
      )}
      <FileDropZone
        extensions={parts.extensions}
        needConverter={parts.needConverter}
        {...invitation}
        onFiles={(files) => parts.add(files)}
      />
    </>
  );
});

export const PartCards = observer(function PartCards({ parts, onlyFile }: { parts: RequestParts; onlyFile?: boolean }) {
  const t = useTexts();
  if (parts.shown.length === 0) return null;
  return (
    <ul className={css['cards']} aria-label={t('shop.parts')}>
      {parts.shown.map((line) => (
        <PartCard key={line.id} parts={parts} line={line} {...(onlyFile ? { onlyFile } : {})} />
      ))}
    </ul>
  );
});

export const Removed = observer(function Removed({ parts }: { parts: RequestParts }) {
  const t = useTexts();
  if (!parts.removed) return null;
  return (
    <div className={css['undo']} role="status">
      <span>{t('shop.removed', { fileName: parts.removed.file.preparation.fileName })}</span>
      <Button size="small" onClick={() => parts.undoRemove()}>
        {t('shop.undo')}
      </Button>
      <button type="button" aria-label={t('shop.dismiss')} onClick={() => parts.dropRemoved()}>
        ×
      </button>
    </div>
  );
});

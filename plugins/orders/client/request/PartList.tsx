import { useRef } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { mostLines } from '@sinter/sdk/contract/orders/request';
import { formatBytes } from '@sinter/sdk/i18n';
import { ErrorNotice, FileDropZone, useTexts } from '@sinter/sdk/ui';
import { ExportQuestion } from '@sinter/sdk/ui/form';
import { PartCard } from './PartCard.tsx';
import type { RequestParts } from './RequestParts.ts';
import { contentOf, type WaitingFile } from './WaitingFile.ts';
import css from './request.module.css';

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
      <Waiting parts={parts} />
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

/** Files that were chosen before the export question was answered. */
const Waiting = observer(function Waiting({ parts }: { parts: RequestParts }) {
  const t = useTexts();
  if (parts.waiting.length === 0) return null;
  return (
    <section className={css['waiting']} aria-label={t('waiting.title')}>
      <p>{t(parts.exportControlled === null ? 'waiting.text' : 'waiting.again')}</p>
      <ul>
        {parts.waiting.map((file) => (
          <WaitingRow key={file.id} parts={parts} file={file} />
        ))}
      </ul>
    </section>
  );
});

const WaitingRow = observer(function WaitingRow({ parts, file }: { parts: RequestParts; file: WaitingFile }) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const { name: fileName, size, id } = file;
  return (
    <li>
      <bdi className={css['file']}>{fileName}</bdi>
      <span className={css['quiet']}>{formatBytes(size)}</span>
      {contentOf(file) === null && (
        <>
          <Button size="small" onClick={() => input.current?.click()}>
            {t('shop.chooseAgain')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('waiting.choose', { fileName })}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) parts.chooseAgain(file, chosen);
              target.value = '';
            }}
          />
        </>
      )}
      <button type="button" aria-label={t('shop.remove', { fileName })} onClick={() => parts.dropWaiting(file)}>
        ×
      </button>
      {parts.wrongFile?.id === id && (
        <p role="alert" className={css['failed']}>
          {t('shop.wrongFile', { chosen: parts.wrongFile.chosen, fileName })}
        </p>
      )}
    </li>
  );
});

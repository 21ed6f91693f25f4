import { useRef } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { formatBytes } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import type { RequestParts } from './RequestParts.ts';
import { contentOf, type WaitingFile } from './WaitingFile.ts';
import css from './request.module.css';

/** Files that were chosen before the export question was answered. */
export default observer(function Waiting({ parts }: { parts: RequestParts }) {
  const t = useTexts();
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

import { useFormikContext } from 'formik';
import { useRef, useState } from 'react';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import { LightButton, messageOf, usePlugin, useTexts } from '@sinter/sdk/ui';
import type { QuoteValues } from './quoteValues.ts';
import css from './quotes.module.css';

const most = 20;

/** Files that the buyer gets with the quote. `controlled`: kept apart from the first byte on. */
export function Attachments({ controlled }: { controlled: boolean }) {
  const t = useTexts();
  const { api } = usePlugin();
  const { values, setFieldValue } = useFormikContext<QuoteValues>();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { files } = values;
  const attach = async (chosen: readonly File[]) => {
    setBusy(true);
    setProblem(null);
    const added: QuoteValues['files'] = [];
    try {
      for (const file of chosen.slice(0, most - files.length)) {
        const { id, fileName } = await api.upload(uploadFile, file, {}, { itar: controlled });
        added.push({ id, fileName });
      }
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
      void setFieldValue('files', [...files, ...added]);
    }
  };
  return (
    <fieldset className={css['list']}>
      <legend>{t('quote.files')}</legend>
      {files.map(({ id, fileName }) => (
        <div key={id} className={css['item']}>
          <bdi>{fileName}</bdi>
          <LightButton
            size="small"
            aria-label={t('quote.removeFile', { fileName })}
            onClick={() =>
              void setFieldValue(
                'files',
                files.filter((file) => file.id !== id),
              )
            }
          >
            {t('quote.remove')}
          </LightButton>
        </div>
      ))}
      {problem && (
        <span role="alert" className={css['problem']}>
          {problem}
        </span>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('quote.attach')}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          target.value = '';
          if (chosen.length > 0) void attach(chosen);
        }}
      />
      {files.length < most && (
        <LightButton size="small" loading={busy} onClick={() => input.current?.click()}>
          {t('quote.attach')}
        </LightButton>
      )}
    </fieldset>
  );
}

import { useEffect, useState } from 'react';
import { LightButton, toast } from '@sinter/sdk/ui';
import { Dialog, DialogActions } from '#host/browser/session/Dialog.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { copyText } from './copyText.ts';
import css from './account.module.css';

/** The recovery codes, this once. Closes only when the person says that they are kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useHostTexts();
  const [file] = useState(() => URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' })));
  useEffect(() => {
    // Prints the dialog without the page under it.
    document.body.classList.add('prints-dialog');
    return () => {
      document.body.classList.remove('prints-dialog');
      URL.revokeObjectURL(file);
    };
  }, [file]);
  const copy = async () => {
    if (await copyText(codes.join('\n'))) toast.success(t('account.copied'));
    else toast.error(t('account.notCopied'));
  };
  return (
    <Dialog title={t('factors.codes')}>
      <p>{t('factors.codes.keep')}</p>
      <ul className={css['codes']} aria-label={t('factors.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css['keeping']}>
        <LightButton onClick={() => void copy()}>{t('account.copy')}</LightButton>
        <a className={css['download']} href={file} download={t('factors.codes.file')}>
          {t('factors.codes.download')}
        </a>
        <LightButton onClick={() => window.print()}>{t('factors.codes.print')}</LightButton>
      </div>
      <DialogActions>
        <LightButton kind="primary" onClick={onKept}>
          {t('factors.codes.kept')}
        </LightButton>
      </DialogActions>
    </Dialog>
  );
}

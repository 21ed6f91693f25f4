import { observer } from 'mobx-react-lite';
import { LinkButton, ProgressLine, useTexts } from '@sinter/sdk/ui';
import type { Attached } from './Attached.ts';
import css from './messages.module.css';

/** Files of a message that is being written: how far each is, and what to do about it. */
export const AttachFiles = observer(function AttachFiles({ files }: { files: Attached }) {
  const t = useTexts();
  return (
    <>
      {files.files.length > 0 && (
        <ul className={css['attached']} aria-label={t('attach.files')}>
          {files.files.map(({ key, name, done, sending, problem }) => (
            <li key={key}>
              {sending ? <ProgressLine label={name} value={done} /> : <bdi>{name}</bdi>}
              {problem !== null && (
                <span role="alert" className={css['problem']}>
                  {problem}
                </span>
              )}
              <LinkButton
                aria-label={t(sending ? 'attach.cancelNamed' : 'attach.removeNamed', { fileName: name })}
                onClick={() => files.remove(key)}
              >
                {t(sending ? 'attach.cancel' : 'attach.remove')}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      <label className={css['attach']}>
        <input
          type="file"
          multiple
          onChange={({ target }) => {
            files.add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <span>{t('attach.add')}</span> <small>{t('attach.hint')}</small>
      </label>
    </>
  );
});

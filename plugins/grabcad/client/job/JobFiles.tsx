import type { FileDto } from '@sinter/sdk/contract/host/files';
import { formatBytes, formatPercent } from '@sinter/sdk/i18n';
import { FileDropZone, LightButton, useTexts } from '@sinter/sdk/ui';
import { useField } from 'formik';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { JobStore } from './JobStore.ts';
import { most } from './jobValues.ts';
import css from './job.module.css';

/** Files of the job itself: what the tool prints, its log. */
export const JobFiles = observer(function JobFiles({ store }: { store: JobStore }) {
  const t = useTexts();
  const [{ value: files }, , { setValue }] = useField<FileDto[]>('jobFiles');
  const present = useRef(files);
  useEffect(() => void (present.current = files), [files]);
  const stored = (file: FileDto) => {
    // Two uploads may end between two drawings.
    present.current = [...present.current, file];
    void setValue(present.current);
  };
  const { uploads } = store;
  const room = most.jobFiles - files.length - uploads.uploads.length;
  const remove = (name: string, onClick: () => void) => (
    <LightButton size="small" aria-label={t('part.remove', { name })} onClick={onClick}>
      {t('remove')}
    </LightButton>
  );
  return (
    <>
      {files.length + uploads.uploads.length === 0 && <p>{t('job.noFiles')}</p>}
      <ul className={css['files']} aria-label={t('job.files')}>
        {files.map(({ id, fileName, fileURL, size }) => (
          <li key={id}>
            <a href={fileURL} download={fileName}>
              <bdi>{fileName}</bdi>
            </a>
            <span>{formatBytes(size)}</span>
            {remove(fileName, () => void setValue(files.filter((file) => file.id !== id)))}
          </li>
        ))}
        {uploads.uploads.map(({ key, name, share, problem }) => (
          <li key={key}>
            <bdi>{name}</bdi>
            {problem === null ? (
              <span role="status">{t('job.sending', { share: formatPercent(share, 0) })}</span>
            ) : (
              <span role="alert" className={css['problem']}>
                {problem}
              </span>
            )}
            {remove(name, () => uploads.drop(key))}
          </li>
        ))}
      </ul>
      {room > 0 && (
        <FileDropZone
          most={room}
          title={t('job.addFiles')}
          onFiles={(added) => void uploads.send(added, store.controlled, stored)}
        />
      )}
    </>
  );
});

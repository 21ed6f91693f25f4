import type { FileDto } from '@sinter/sdk/contract/host/files';
import { formatBytes, formatPercent } from '@sinter/sdk/i18n';
import { FileDropZone, useTexts } from '@sinter/sdk/ui';
import { useField } from 'formik';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { FileUploads } from '@sinter/sdk/ui/form';
import css from './drawer.module.css';

interface JobFilesProps {
  name: string;
  uploads: FileUploads;
  /** The job builds export-controlled parts: what belongs to it is kept as they are. */
  controlled: boolean;
}

const most = 50;

/** Files of the job itself: build files, machine logs. */
export const JobFiles = observer(function JobFiles({ name, uploads, controlled }: JobFilesProps) {
  const t = useTexts();
  const [{ value: files }, , { setValue }] = useField<FileDto[]>(name);
  const present = useRef(files);
  useEffect(() => void (present.current = files), [files]);
  const stored = (file: FileDto) => {
    // Two uploads may end between two drawings.
    present.current = [...present.current, file];
    void setValue(present.current);
  };
  const room = most - files.length - uploads.uploads.length;
  return (
    <fieldset className={css['rows']}>
      <legend>{t('form.files')}</legend>
      {files.length === 0 && uploads.uploads.length === 0 && <p className={css['quiet']}>{t('form.files.none')}</p>}
      <ul className={css['parts']} aria-label={t('form.files')}>
        {files.map((file) => (
          <li key={file.id}>
            <div className={css['facts']}>
              <a href={file.fileURL} download={file.fileName}>
                <bdi>{file.fileName}</bdi>
              </a>
              <span>{formatBytes(file.size)}</span>
            </div>
            <button
              type="button"
              className={css['remove']}
              aria-label={t('form.files.remove', { file: file.fileName })}
              onClick={() => void setValue(files.filter(({ id }) => id !== file.id))}
            >
              ×
            </button>
          </li>
        ))}
        {uploads.uploads.map(({ key, name: fileName, share, problem }) => (
          <li key={key}>
            <div className={css['facts']}>
              <strong>
                <bdi>{fileName}</bdi>
              </strong>
              {problem === null ? (
                <span role="status">{t('form.files.sending', { share: formatPercent(share, 0) })}</span>
              ) : (
                <span role="alert" className={css['problem']}>
                  {problem}
                </span>
              )}
            </div>
            <button
              type="button"
              className={css['remove']}
              aria-label={t('form.files.remove', { file: fileName })}
              onClick={() => uploads.drop(key)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {room > 0 && (
        <FileDropZone
          most={room}
          title={t('form.files.add')}
          onFiles={(added) => void uploads.send(added, controlled, stored)}
        />
      )}
    </fieldset>
  );
});

import { observer } from 'mobx-react-lite';
import { FileDropZone, LinkButton, useTexts } from '@sinter/sdk/ui';
import type { PhotoUploads } from './PhotoUploads.ts';
import css from './ncr.module.css';

export const photoFormats = ['jpg', 'jpeg', 'png', 'webp'];

/** Photos that go with what is written. */
export const PhotoDrop = observer(function PhotoDrop({ uploads }: { uploads: PhotoUploads }) {
  const t = useTexts();
  const { photos, uploading, most } = uploads;
  return (
    <>
      {photos.length > 0 && (
        <ul className={css['rows']} aria-label={t('ncr.photos')}>
          {photos.map(({ id, fileName }) => (
            <li key={id} className={css['rowHead']}>
              <bdi>{fileName}</bdi>
              <LinkButton
                aria-label={t('ncr.photos.removeNamed', { name: fileName })}
                onClick={() => uploads.remove(id)}
              >
                {t('ncr.photos.remove')}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      {uploading.problem !== null && <p role="alert">{uploading.problem}</p>}
      {photos.length < most && (
        <FileDropZone
          title={t('ncr.photos.add')}
          extensions={photoFormats}
          folders={false}
          most={most - photos.length}
          disabled={uploading.busy}
          onFiles={(files) => void uploading.run(files)}
        />
      )}
    </>
  );
});

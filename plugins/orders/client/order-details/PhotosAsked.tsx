import { observer } from 'mobx-react-lite';
import { FileDropZone, LinkButton, Loading, useTexts } from '@sinter/sdk/ui';
import { mostPhotos, type Photos } from './Photos.ts';
import css from './orderDetails.module.css';

const formats = ['jpg', 'jpeg', 'png', 'webp'];

/** Photos that show what is wrong. */
export default observer(function PhotosAsked({ photos }: { photos: Photos }) {
  const t = useTexts();
  const { files, adding } = photos;
  return (
    <div className={css['ask']}>
      {files.length > 0 && (
        <ul className={css['photos']}>
          {files.map(({ id, fileName }) => (
            <li key={id}>
              <bdi>{fileName}</bdi>
              <LinkButton aria-label={t('photos.removeNamed', { fileName })} onClick={() => photos.remove(id)}>
                {t('photos.remove')}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      {adding.busy && <Loading />}
      {adding.problem !== null && (
        <span role="alert" className={css['refusal']}>
          {adding.problem}
        </span>
      )}
      {files.length < mostPhotos && !adding.busy && (
        <FileDropZone
          title={t('photos.add')}
          extensions={formats}
          most={mostPhotos - files.length}
          onFiles={(chosen) => void adding.run(chosen)}
        />
      )}
    </div>
  );
});

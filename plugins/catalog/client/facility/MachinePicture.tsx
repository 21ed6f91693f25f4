import { observer } from 'mobx-react-lite';
import { FileDropZone, LightButton, ProgressLine, Thumbnail, useTexts } from '@sinter/sdk/ui';
import type { MachinesStore } from './MachinesStore.ts';
import css from './facility.module.css';

/** How the machine looks: what is saved or about to be. */
export const MachinePicture = observer(function MachinePicture({
  store,
  name,
}: {
  store: MachinesStore;
  name: string;
}) {
  const t = useTexts();
  const { pictureURL, uploading, pictureProblem } = store;
  return (
    <div className={css['picture']} role="group" aria-label={t('facility.picture')}>
      <Thumbnail src={pictureURL} alt={name || t('facility.machine')} size={96} />
      <div>
        <FileDropZone
          title={t('facility.picture.drop')}
          extensions={['png', 'jpg', 'jpeg', 'webp']}
          multiple={false}
          disabled={uploading !== null}
          onFiles={([file]) => file && void store.choosePicture(file)}
        />
        {uploading !== null && <ProgressLine label={t('facility.picture.uploading')} value={uploading} />}
        {pictureProblem !== null && (
          <p role="alert" className={css['problem']}>
            {pictureProblem}
          </p>
        )}
        {store.picture !== null && <span className={css['quiet']}>{t('facility.picture.unsaved')}</span>}
        {pictureURL !== null && (
          <LightButton size="small" onClick={store.removePicture}>
            {t('facility.picture.remove')}
          </LightButton>
        )}
      </div>
    </div>
  );
});

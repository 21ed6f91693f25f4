import { observer } from 'mobx-react-lite';
import { FileDropZone, LightButton, ProgressLine, Thumbnail, useTexts } from '@sinter/sdk/ui';
import type { FacilityProfileStore } from './FacilityProfileStore.ts';
import css from './profile.module.css';

/** The facility's logo: what is saved or about to be, and how to change it. */
export const Logo = observer(function Logo({ store }: { store: FacilityProfileStore }) {
  const t = useTexts();
  const { logoURL, uploading } = store;
  return (
    <div className={css['logo']}>
      <Thumbnail src={logoURL} alt={t('profile.logo')} size={96} />
      <div>
        <FileDropZone
          title={t('profile.logo.drop')}
          extensions={['png', 'jpg', 'jpeg', 'webp']}
          multiple={false}
          disabled={uploading.busy}
          onFiles={([file]) => file && void uploading.run(file)}
        />
        {uploading.busy && <ProgressLine label={t('profile.logo.uploading')} value={store.uploaded} />}
        {uploading.problem !== null && (
          <p role="alert" className={css['problem']}>
            {uploading.problem}
          </p>
        )}
        <div className={css['logoState']}>
          {store.newLogo && <span className={css['quiet']}>{t('profile.logo.unsaved')}</span>}
          {logoURL !== null && (
            <LightButton size="small" onClick={store.removeLogo}>
              {t('profile.logo.remove')}
            </LightButton>
          )}
        </div>
      </div>
    </div>
  );
});

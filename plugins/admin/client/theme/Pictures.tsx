import { FileDropZone, LightButton, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { PartProps } from './partProps.ts';
import type { PictureName } from './ThemeStore.ts';
import css from './theme.module.css';

const pictures: readonly { name: PictureName; extensions: readonly string[] }[] = [
  { name: 'logo-dark', extensions: ['svg', 'png', 'webp'] },
  { name: 'logo-light', extensions: ['svg', 'png', 'webp'] },
  { name: 'hero-image', extensions: ['jpg', 'jpeg', 'png', 'webp'] },
  { name: 'favicon', extensions: ['svg', 'png', 'ico'] },
];

export const Pictures = observer(function Pictures({ store, draft }: PartProps) {
  const t = useTexts();
  return (
    <div className={css['pictures']}>
      {pictures.map(({ name, extensions }) => {
        const picture = draft[name];
        const problem = store.problems[name] ?? store.problems[`${name}.fileURL`];
        return (
          <div key={name}>
            <h3>{t(`theme.${name}`)}</h3>
            {picture && (
              <div className={css['picture']} data-ground={name === 'logo-light' ? 'dark' : 'light'}>
                <img src={picture.fileURL} alt={t(`theme.${name}`)} />
                <LightButton
                  size="small"
                  aria-label={t('theme.removeOne', { what: t(`theme.${name}`) })}
                  onClick={() => store.change({ [name]: null })}
                >
                  {t('theme.remove')}
                </LightButton>
              </div>
            )}
            <FileDropZone
              extensions={extensions}
              multiple={false}
              disabled={store.sending.busy}
              title={t(
                store.sending.doing?.[0] === name ? 'theme.sending' : picture ? 'theme.replace' : 'theme.choose',
              )}
              hint={t(`theme.${name}.hint`)}
              onFiles={([file]) => file && void store.sendPicture(name, file)}
            />
            {problem && <p className={css['problem']}>{problem}</p>}
          </div>
        );
      })}
    </div>
  );
});

import { FileDropZone, LightButton, LightSelect, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { PartProps } from './partProps.ts';
import type { FontExtension } from './ThemeStore.ts';
import css from './theme.module.css';

const extensions: readonly FontExtension[] = ['woff2', 'woff', 'ttf', 'otf'];
const weights = ['300', '400', '500', '600', '700', '800'] as const;

/** Files of the theme's own font, by weight and style. */
export const Fonts = observer(function Fonts({ store, draft }: PartProps) {
  const t = useTexts();
  const set = (index: number, change: Partial<(typeof draft.fonts)[number]>) =>
    store.change({ fonts: draft.fonts.map((font, at) => (at === index ? { ...font, ...change } : font)) });
  return (
    <>
      {draft.fonts.length > 0 && (
        <>
          <p className={css['sample']}>{t('theme.fontSample')}</p>
          <ul className={css['fonts']}>
            {draft.fonts.map(({ weight, style, files }, index) => (
              <li key={files[0]?.fileURL}>
                <LightSelect
                  aria-label={t('theme.weight', { number: index + 1 })}
                  value={weight}
                  onChange={(event) => set(index, { weight: event.target.value })}
                >
                  {weights.map((each) => (
                    <option key={each}>{each}</option>
                  ))}
                </LightSelect>
                <LightSelect
                  aria-label={t('theme.style', { number: index + 1 })}
                  value={style}
                  onChange={(event) => set(index, { style: event.target.value })}
                >
                  <option value="normal">{t('theme.upright')}</option>
                  <option value="italic">{t('theme.italic')}</option>
                </LightSelect>
                <span>{files.map(({ extension }) => extension).join(', ')}</span>
                <LightButton
                  size="small"
                  aria-label={t('theme.removeFont', { number: index + 1 })}
                  onClick={() => store.removeFont(index)}
                >
                  {t('theme.remove')}
                </LightButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <FileDropZone
        extensions={extensions}
        multiple={false}
        disabled={store.sending.busy}
        title={t(store.sending.doing?.[0] === 'font' ? 'theme.sending' : 'theme.chooseFont')}
        hint={t('theme.fontHint')}
        onFiles={([file]) => {
          const extension = extensions.find((each) => file?.name.toLowerCase().endsWith(`.${each}`));
          if (file && extension) void store.sendFont(file, extension);
        }}
      />
    </>
  );
});

import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { currentLanguage } from '@sinter/sdk/i18n';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { LanguagesStore } from './LanguagesStore.ts';
import { MenuButton } from './MenuButton.tsx';
import css from './shell.module.css';

/** Chooses the language of the page; each is listed in its own words. */
export const LanguagePicker = observer(function LanguagePicker({ browser }: { browser: Browser }) {
  const t = useHostTexts();
  const [store] = useState(() => new LanguagesStore(browser));
  const current = currentLanguage();
  return (
    <MenuButton
      label={t('shell.language')}
      face={<Globe turning={store.busy} />}
      small
      onOpen={() => void store.open()}
    >
      {store.list.map(({ key, name, direction }) => (
        <li key={key}>
          <button type="button" aria-current={key === current} onClick={() => void store.choose(key)}>
            <bdi lang={key.replace('_', '-')} dir={direction}>
              {name}
            </bdi>
          </button>
        </li>
      ))}
    </MenuButton>
  );
});

/** Drawn here: one icon of the library would bring the library to the sign-in page. */
function Globe({ turning }: { turning: boolean }) {
  return (
    <svg className={`${css['globe']} ${turning ? css['turning'] : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      <path d="M2 12h20M12 2c5 5.5 5 14.5 0 20M12 2c-5 5.5-5 14.5 0 20" />
    </svg>
  );
}

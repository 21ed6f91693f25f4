import { useState } from 'react';
import { GlobalOutlined } from '@ant-design/icons';
import { observer } from 'mobx-react-lite';
import { currentLanguage } from '@sinter/sdk/i18n';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { LanguagesStore } from './LanguagesStore.ts';
import { MenuButton } from './MenuButton.tsx';

/** Chooses the language of the page; each is listed in its own words. */
export const LanguagePicker = observer(function LanguagePicker({ browser }: { browser: Browser }) {
  const t = useHostTexts();
  const [store] = useState(() => new LanguagesStore(browser));
  const current = currentLanguage();
  return (
    <MenuButton
      label={t('shell.language')}
      face={<GlobalOutlined aria-hidden spin={store.busy} />}
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

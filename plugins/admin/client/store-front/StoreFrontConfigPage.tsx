import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { ErrorNotice, Loading, Page, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { Choice } from '@sinter/sdk/ui/panel';
import { VersionBar } from '@sinter/sdk/ui/versions';
import { Currencies } from './Currencies.tsx';
import { Entries } from './Entries.tsx';
import { languageName } from './facts.ts';
import { Preview } from './Preview.tsx';
import { Limits, Terms, Words } from './Rules.tsx';
import { StoreFrontStore } from './StoreFrontStore.ts';
import css from './storeFront.module.css';

const languages = ['en_US', 'de_DE', 'fr_FR', 'ja_JP', 'ar_SA'];

/** How the shop behaves: drafted, seen as a customer sees it, published, restored. */
export default observer(function StoreFrontConfigPage() {
  const t = useTexts();
  const store = useStore((host) => new StoreFrontStore(host));
  const { editor, seen } = store;
  const error = editor.reading.error ?? seen.error;
  const parts: [title: string, part: ReactNode][] = [
    ['header', <Entries key="header" store={store} area="HEADER" />],
    ['profile', <Entries key="profile" store={store} area="PROFILE" />],
    ['currencies', <Currencies key="currencies" store={store} />],
    ['limits', <Limits key="limits" store={store} />],
    ['terms', <Terms key="terms" store={store} />],
    ['words', <Words key="words" store={store} />],
  ];
  const retry = () => {
    editor.reading.retry();
    seen.retry();
  };
  return (
    <Page title={t('page.storeFrontConfig')} width="normal">
      <p className={css['hint']}>{t('shopConfig.intro')}</p>
      {error !== null && <ErrorNotice subject={t('page.storeFrontConfig')} error={error} onRetry={retry} />}
      {error === null && (!editor.value || !seen.answer) && <Loading />}
      {editor.value && seen.answer && (
        <>
          <VersionBar editor={editor} preview={{ on: store.previewing, toggle: store.togglePreview }} />
          <div className={css['language']}>
            <Choice
              label={t('shopConfig.language')}
              options={languages.map((value) => ({ value, text: languageName(value) }))}
              value={store.language}
              onChange={store.choose}
            />
            <span className={css['hint']}>{t('shopConfig.language.hint')}</span>
          </div>
          {store.previewing ? (
            <Preview store={store} />
          ) : (
            <div className={css['sections']}>
              {parts.map(([title, part]) => (
                <Section key={title} title={t(`shopConfig.${title}`)}>
                  {part}
                </Section>
              ))}
            </div>
          )}
        </>
      )}
    </Page>
  );
});

import { ErrorNotice, LightButton, Loading, Page, Section, toast, useTexts, useStore } from '@sinter/sdk/ui';
import { Restored } from '@sinter/sdk/ui/form';
import { observer } from 'mobx-react-lite';
import type { KeyboardEvent } from 'react';
import { Colours } from './Colours.tsx';
import { ContrastCheck } from './ContrastCheck.tsx';
import { Fonts } from './Fonts.tsx';
import { Pictures } from './Pictures.tsx';
import { Revisions } from './Revisions.tsx';
import { Words } from './Words.tsx';
import { ThemeStore } from './ThemeStore.ts';
import css from './theme.module.css';

export default observer(function ThemePage() {
  const t = useTexts();
  const store = useStore((host) => new ThemeStore(host));
  const { draft, error } = store;
  const publish = async () => {
    if (await store.publish()) toast.success(t('theme.published'));
  };
  const key = (event: KeyboardEvent) => {
    // Fields of text have an undo of their own.
    if (event.target instanceof HTMLInputElement && event.target.type === 'text') return;
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) store.redo();
    else store.undo();
  };
  return (
    <div role="presentation" onKeyDown={key}>
      <Page
        title={t('theme.title')}
        actions={
          draft && (
            <>
              <LightButton disabled={!store.canUndo} onClick={store.undo}>
                {t('theme.undo')}
              </LightButton>
              <LightButton disabled={!store.canRedo} onClick={store.redo}>
                {t('theme.redo')}
              </LightButton>
              <LightButton disabled={!store.unsaved} onClick={store.discard}>
                {t('theme.discard')}
              </LightButton>
              <LightButton
                kind="primary"
                disabled={!store.unsaved}
                loading={store.publishing.busy}
                onClick={() => void publish()}
              >
                {t('theme.publish')}
              </LightButton>
            </>
          )
        }
      >
        <p className={css['intro']}>{t('theme.intro')}</p>
        {error !== null && <ErrorNotice subject={t('theme.title')} error={error} onRetry={store.retry} />}
        {store.restored && store.unsaved && <Restored onDiscard={store.discard} />}
        {!draft && error === null && <Loading />}
        {draft && (
          <div className={css['columns']}>
            <div>
              <Section title={t('theme.words')}>
                <Words store={store} draft={draft} />
              </Section>
              <Section title={t('theme.pictures')}>
                <Pictures store={store} draft={draft} />
              </Section>
              <Section title={t('theme.colours')}>
                <Colours store={store} draft={draft} />
              </Section>
              <Section title={t('theme.fonts')}>
                <Fonts store={store} draft={draft} />
              </Section>
            </div>
            <div>
              <Section title={t('theme.contrast')}>
                <ContrastCheck draft={draft} />
              </Section>
              <Section title={t('theme.revisions')}>
                <Revisions store={store} />
              </Section>
            </div>
          </div>
        )}
      </Page>
    </div>
  );
});

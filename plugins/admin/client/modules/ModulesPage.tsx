import { ConfirmDialog, EmptyState, ErrorNotice, Loading, Page, Section, usePlugin, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { AbsentList, FailureList } from './ModuleDiagnosis.tsx';
import { ModuleCard } from './ModuleCard.tsx';
import { ModulesStore } from './ModulesStore.ts';
import css from './modules.module.css';

export default observer(function ModulesPage() {
  const host = usePlugin();
  const t = useTexts();
  const [store] = useState(() => new ModulesStore(host));
  useEffect(() => store.start(), [store]);
  const { view, error, asked } = store;

  return (
    <Page
      title={t('modules.title')}
      extra={view && <span className={css['facility']}>{view.facility.companyName}</span>}
    >
      <p className={css['intro']}>{t('modules.intro')}</p>
      {error !== null && <ErrorNotice subject={t('modules.title')} error={error} onRetry={() => void store.load()} />}
      {!view && error === null && <Loading />}
      {view && (
        <>
          <ul className={css['cards']}>
            {view.modules.map((module) => (
              <ModuleCard
                key={module.id}
                module={module}
                busy={store.switching === module.id}
                onToggle={() => void store.toggle(module)}
              />
            ))}
          </ul>
          <Section title={t('failures.title')}>
            {view.failures.length > 0 ? (
              <FailureList failures={view.failures} />
            ) : (
              <EmptyState title={t('failures.none')} text={t('failures.noneText')} />
            )}
          </Section>
          <Section title={t('absent.title')}>
            <AbsentList absent={view.absent} />
          </Section>
        </>
      )}
      <ConfirmDialog
        open={asked !== null}
        danger
        title={t('off.title', { module: asked?.title ?? '' })}
        onAnswer={(yes) => void store.answer(yes)}
      >
        {asked &&
          t(asked.requiredBy.length > 0 ? 'off.textRequired' : 'off.text', {
            pages: asked.pages.length,
            required: asked.requiredBy.join(', '),
          })}
      </ConfirmDialog>
    </Page>
  );
});

import { EmptyState, ErrorNotice, Loading, Page, Section, useTexts, useStore } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { Features } from './Features.tsx';
import { History } from './History.tsx';
import { ImpactDialog } from './ImpactDialog.tsx';
import { MenuTab } from './MenuTab.tsx';
import { AbsentList, FailureList } from './ModuleDiagnosis.tsx';
import { ModuleCard } from './ModuleCard.tsx';
import { ModulesStore, tabs, type ModulesView, type RegistryView } from './ModulesStore.ts';
import css from './modules.module.css';

export default observer(function ModulesPage() {
  const t = useTexts();
  const store = useStore((host) => new ModulesStore(host));
  const { registry, error, tab } = store;
  const view = store.question.answer?.view;

  return (
    <Page
      title={t('modules.title')}
      extra={
        view && (
          <span className={css['facility']}>
            <bdi>{view.facility.companyName}</bdi>
          </span>
        )
      }
    >
      <p className={css['intro']}>{t('modules.intro')}</p>
      {error !== null && <ErrorNotice subject={t('modules.title')} error={error} onRetry={store.retry} />}
      {!view && error === null && <Loading />}
      {view && registry && (
        <>
          <div role="tablist" aria-label={t('modules.title')} className={css['tabs']}>
            {tabs.map((name) => (
              <button
                key={name}
                type="button"
                role="tab"
                id={`tab-${name}`}
                aria-selected={tab === name}
                aria-controls={`panel-${name}`}
                onClick={() => store.showTab(name)}
              >
                {t(`modules.tab.${name}`)}
              </button>
            ))}
          </div>
          <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
            <Panel store={store} view={view} registry={registry} />
          </div>
        </>
      )}
      {view && <ImpactDialog store={store} modules={view.modules} />}
    </Page>
  );
});

interface PanelProps {
  store: ModulesStore;
  view: ModulesView;
  registry: RegistryView;
}

const Panel = observer(function Panel({ store, view, registry }: PanelProps) {
  const t = useTexts();
  if (store.tab === 'features') return <Features store={store} registry={registry} />;
  if (store.tab === 'menu') return <MenuTab store={store} registry={registry} />;
  if (store.tab === 'history') return <History store={store} view={view} registry={registry} />;
  if (store.tab === 'diagnosis') {
    return (
      <>
        <Section title={t('failures.title')}>
          {view.failures.length > 0 ? (
            <FailureList failures={view.failures} modules={view.modules} />
          ) : (
            <EmptyState title={t('failures.none')} text={t('failures.noneText')} />
          )}
        </Section>
        <Section title={t('absent.title')}>
          <AbsentList view={view} registry={registry} />
        </Section>
      </>
    );
  }
  return (
    <ul className={css['cards']}>
      {view.modules.map((module) => (
        <ModuleCard
          key={module.id}
          module={module}
          modules={view.modules}
          busy={store.isSwitching(module.id, module.title)}
          onToggle={() => void store.toggleModule(module)}
        />
      ))}
    </ul>
  );
});

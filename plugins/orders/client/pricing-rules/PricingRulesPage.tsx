import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { ErrorNotice, Loading, Page, useLocation, useNavigate, useStore, useTexts } from '@sinter/sdk/ui';
import { FilterTabs } from '@sinter/sdk/ui/lists';
import { PricingStore } from './PricingStore.ts';
import css from './pricingRules.module.css';

const RulesTab = lazy(() => import('./RulesTab.tsx'));
const AccuracyTab = lazy(() => import('./AccuracyTab.tsx'));

/** What prices are made by, and how well they were estimated; `?tab=accuracy`. */
export default observer(function PricingRulesPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const store = useStore((host) => new PricingStore(host));
  const { answer, error, retry } = store.present;
  const accuracy = new URLSearchParams(search).get('tab') === 'accuracy';
  return (
    <Page title={t('page.pricingRules')} width="normal">
      <p className={css['quiet']}>{t('pricing.intro')}</p>
      <FilterTabs
        label={t('page.pricingRules')}
        tabs={[
          { id: 'rules', label: t('pricing.rules') },
          { id: 'accuracy', label: t('pricing.accuracy'), count: answer?.builds },
        ]}
        chosen={accuracy ? 'accuracy' : 'rules'}
        onChoose={(id) => navigate(id === 'rules' ? pathname : `${pathname}?tab=${id}`)}
      />
      {error !== null && <ErrorNotice subject={t('page.pricingRules')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer && (
        <Suspense fallback={<Loading />}>
          {accuracy ? <AccuracyTab onDecided={store.present.refresh} /> : <RulesTab currency={answer.currency} />}
        </Suspense>
      )}
    </Page>
  );
});

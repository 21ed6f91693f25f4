import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { packageStateSchema } from '@sinter/sdk/contract/host/extensionReview';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import { EmptyState, FileDropZone, LightSelect, Link, Page, ProgressLine, useStore, useTexts } from '@sinter/sdk/ui';
import { FilterTabs, ListTable } from '@sinter/sdk/ui/lists';
import { marketplacePath, submissionPath } from '../paths.ts';
import { StatePill } from './StatePill.tsx';
import { ReviewStore, tabs } from './ReviewStore.ts';
import css from '../marketplace.module.css';

const Publishers = lazy(() => import('./Publishers.tsx'));
const Sources = lazy(() => import('../sources/Sources.tsx'));
const LinkReview = lazy(() => import('../links/LinkReview.tsx'));

/** What vendors submit, for who reviews it for the whole server. */
export default observer(function ReviewPage() {
  const t = useTexts();
  const store = useStore((host) => new ReviewStore(host));
  return (
    <Page title={t('page.review')} actions={<Link to={marketplacePath}>{t('page.marketplace')}</Link>}>
      <div className={css['filters']}>
        <FilterTabs
          label={t('page.review')}
          tabs={tabs.map((id) => ({ id, label: t(`review.${id}`) }))}
          chosen={store.tab}
          onChoose={(tab) => store.show(tab)}
        />
      </div>
      {store.tab === 'packages' ? (
        <Packages store={store} />
      ) : (
        <Suspense fallback={null}>
          {store.tab === 'links' && <LinkReview />}
          {store.tab === 'sources' && <Sources />}
          {store.tab === 'publishers' && <Publishers store={store} />}
        </Suspense>
      )}
    </Page>
  );
});

const Packages = observer(function Packages({ store }: { store: ReviewStore }) {
  const t = useTexts();
  const { list, submit } = store;
  return (
    <>
      <div className={css['submit']}>
        <FileDropZone
          extensions={['sinterplugin']}
          multiple={false}
          disabled={submit.busy}
          title={t('review.submit')}
          hint={t('review.submit.hint')}
          onFiles={([file]) => file && void submit.run(file)}
        />
        {submit.busy && <ProgressLine label={t('review.sending')} value={store.sent} />}
        {submit.problem !== null && (
          <p role="alert" className={css['problem']}>
            {submit.fields['file'] ?? submit.problem}
          </p>
        )}
      </div>
      <div className={css['filters']}>
        <label>
          {t('review.state')}{' '}
          <LightSelect value={list.filters.state} onChange={({ target }) => list.filter({ state: target.value })}>
            <option value="">{t('review.state.all')}</option>
            {packageStateSchema.options.map((state) => (
              <option key={state} value={state}>
                {t(`package.${state}`)}
              </option>
            ))}
          </LightSelect>
        </label>
      </div>
      <ListTable
        list={list}
        label={t('review.packages')}
        columns={[
          {
            key: 'title',
            title: t('review.app'),
            rank: 'name',
            render: ({ packageId, title, version }) => (
              <Link to={submissionPath(packageId)}>
                <bdi>{`${title} ${version}`}</bdi>
              </Link>
            ),
          },
          {
            key: 'publisher',
            title: t('app.publisher'),
            rank: 'extra',
            render: ({ publisher }) => <bdi>{publisher.name}</bdi>,
          },
          { key: 'state', title: t('review.state'), render: ({ state }) => <StatePill state={state} /> },
          {
            key: 'check',
            title: t('review.check'),
            render: ({ errors, warnings }) =>
              errors + warnings === 0 ? t('check.clean') : t('check.found', { errors, warnings }),
          },
          {
            key: 'installs',
            title: t('review.installs'),
            align: 'right',
            rank: 'extra',
            render: (row) => formatNumber(row.installs),
          },
          {
            key: 'submitted',
            title: t('review.submitted'),
            rank: 'wide',
            render: (row) => formatDateTime(row.submittedAt),
          },
        ]}
        empty={<EmptyState title={t('review.empty')} text={t('review.empty.text')} />}
      />
    </>
  );
});

import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { formatDateTime, formatPercent } from '@sinter/sdk/i18n';
import {
  ConfirmDialog,
  CopyButton,
  EmptyState,
  ErrorNotice,
  LightButton,
  Loading,
  Page,
  StatusPill,
  type Tone,
  useLocation,
  useNavigate,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { type Webhook, WebhooksStore } from './WebhooksStore.ts';
import { answerText } from './words.ts';
import css from './webhooks.module.css';

const WebhookForm = lazy(() => import('./WebhookForm.tsx'));
const Deliveries = lazy(() => import('./Deliveries.tsx'));
const TestAnswer = lazy(() => import('./TestAnswer.tsx'));

const tones: Readonly<Record<Webhook['state'], Tone>> = { ACTIVE: 'green', DISABLED: 'grey', AUTO_DISABLED: 'red' };

/** Webhooks of the facility; `?webhook=3` shows what one was sent. */
export default observer(function WebhooksPage() {
  const t = useTexts();
  const store = useStore((host) => new WebhooksStore(host));
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { answer, error, retry } = store.list;
  const shown = answer?.find(({ id }) => String(id) === new URLSearchParams(search).get('webhook'));
  const add = (
    <LightButton kind="primary" onClick={() => store.edit('new')}>
      {t('hooks.add')}
    </LightButton>
  );
  return (
    <Page title={t('page.webhook')} actions={answer !== null && answer.length > 0 && add}>
      <p className={css['intro']}>{t('hooks.intro')}</p>
      {error !== null && <ErrorNotice subject={t('page.webhook')} error={error} onRetry={retry} />}
      {answer === null && error === null && <Loading />}
      {answer?.length === 0 && <EmptyState title={t('hooks.none')} text={t('hooks.none.text')} actions={add} />}
      <ul className={css['list']} aria-label={t('page.webhook')}>
        {answer?.map((webhook) => (
          <Row
            key={webhook.id}
            store={store}
            webhook={webhook}
            onDeliveries={() => navigate(`${pathname}?webhook=${webhook.id}`)}
          />
        ))}
      </ul>
      <Suspense fallback={null}>
        {store.editing !== null && store.tree.answer && <WebhookForm store={store} tree={store.tree.answer} />}
        {shown && <Deliveries key={shown.id} webhook={shown} onClose={() => navigate(pathname)} />}
        {store.tested && <TestAnswer tested={store.tested} onClose={() => store.closeTest()} />}
      </Suspense>
      <Questions store={store} />
    </Page>
  );
});

interface RowProps {
  store: WebhooksStore;
  webhook: Webhook;
  onDeliveries: () => void;
}

const Row = observer(function Row({ store, webhook, onDeliveries }: RowProps) {
  const t = useTexts();
  const { name, url, state, successRate, last, disabled, oldSecretUntil } = webhook;
  const failed = last !== null && last.problem !== null;
  return (
    <li className={css['row']}>
      <div className={css['head']}>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <StatusPill tone={tones[state]}>{t(`hooks.state.${state}`)}</StatusPill>
      </div>
      <code dir="ltr" className={css['url']}>
        {url}
      </code>
      {disabled !== null && (
        <p role="alert" className={css['problem']}>
          {t(`hooks.off.${disabled.reason}`, { date: formatDateTime(disabled.at) })}
        </p>
      )}
      <dl className={css['facts']}>
        <div>
          <dt>{t('hooks.rate')}</dt>
          <dd>{successRate === null ? t('hooks.nothingSent') : formatPercent(successRate)}</dd>
        </div>
        <div>
          <dt>{t('hooks.last')}</dt>
          <dd>{last === null ? '–' : `${answerText(t, last)} · ${formatDateTime(last.at)}`}</dd>
        </div>
        {oldSecretUntil !== null && (
          <div>
            <dt>{t('hooks.secret')}</dt>
            <dd>{t('hooks.oldSecret', { date: formatDateTime(oldSecretUntil) })}</dd>
          </div>
        )}
      </dl>
      <div className={css['buttons']}>
        <LightButton onClick={onDeliveries} aria-label={t('hooks.deliveriesOf', { name })}>
          {t(failed ? 'hooks.seeErrors' : 'hooks.deliveries')}
        </LightButton>
        <LightButton
          loading={store.test.doing?.[0].id === webhook.id}
          disabled={store.test.busy}
          aria-label={t('hooks.testOf', { name })}
          onClick={() => void store.test.run(webhook)}
        >
          {t('hooks.test')}
        </LightButton>
        <LightButton aria-label={t('hooks.editOf', { name })} onClick={() => store.edit(webhook)}>
          {t('hooks.edit')}
        </LightButton>
        <LightButton aria-label={t('hooks.rotateOf', { name })} onClick={() => store.ask('ROTATE_SECRET', webhook)}>
          {t('hooks.rotate')}
        </LightButton>
        {state === 'ACTIVE' ? (
          <LightButton aria-label={t('hooks.disableOf', { name })} onClick={() => store.ask('DISABLE', webhook)}>
            {t('hooks.disable')}
          </LightButton>
        ) : (
          <LightButton
            loading={store.enable.busy}
            aria-label={t('hooks.enableOf', { name })}
            onClick={() => void store.enable.run(webhook)}
          >
            {t('hooks.enable')}
          </LightButton>
        )}
        <LightButton aria-label={t('hooks.deleteOf', { name })} onClick={() => store.ask('DELETE', webhook)}>
          {t('hooks.delete')}
        </LightButton>
      </div>
    </li>
  );
});

/** What is asked before something ends, and the secret, which is shown once. */
const Questions = observer(function Questions({ store }: { store: WebhooksStore }) {
  const t = useTexts();
  const { asked, secret } = store;
  const name = asked?.webhook.name ?? '';
  const what = asked?.what ?? 'DELETE';
  return (
    <>
      <ConfirmDialog
        open={asked !== null}
        danger={what === 'DELETE'}
        title={t(`hooks.ask.${what}`, { name })}
        yes={t(`hooks.yes.${what}`)}
        no={t('hooks.cancel')}
        onAnswer={(yes) => void store.answer(yes)}
      >
        {t(`hooks.ask.${what}.text`)}
      </ConfirmDialog>
      <ConfirmDialog
        open={secret !== null}
        title={t('hooks.secretOf', { name: secret?.name ?? '' })}
        yes={t('hooks.secret.kept')}
        no={t('hooks.secret.close')}
        onAnswer={() => store.forgetSecret()}
      >
        <p>{t('hooks.secret.text')}</p>
        <p className={css['secret']}>
          <code dir="ltr">{secret?.secret}</code>
          <CopyButton label={t('hooks.secret')} text={secret?.secret ?? ''} />
        </p>
      </ConfirmDialog>
    </>
  );
});

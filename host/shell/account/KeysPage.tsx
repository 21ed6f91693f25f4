import { lazy, Suspense, useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { formatDateTime } from '@sinter/sdk/i18n';
import { EmptyState, ErrorNotice, LightButton, Loading, Page, Section, toast } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { copyText } from './copyText.ts';
import type { Scopes } from './KeyScopes.tsx';
import { KeysStore } from './KeysStore.ts';
import type { ApiKeys } from './KeysStore.ts';
import { permissionTitle } from './permissionTitle.ts';
import { ResetKeys } from './ResetKeys.tsx';
import './accountTexts.ts';
import css from './account.module.css';

const Recipes = lazy(() => import('./recipes/Recipes.tsx'));

/** API keys: the account's, for those who may hold it, and the user's own. */
const KeysPage = observer(function KeysPage({ browser }: { browser: Browser }) {
  const t = useHostTexts();
  const [store] = useState(() => new KeysStore(browser));
  const [resetting, setResetting] = useState(false);
  useEffect(() => store.question.start(), [store]);
  const { answer: keys, error, retry } = store.question;
  const title = t('keys.title');
  const anyKey = keys !== null && (keys.key !== null || keys.userKey !== null);
  return (
    <Page
      title={title}
      width="narrow"
      actions={
        keys && (
          <>
            {anyKey && keys.masked && (
              <LightButton loading={store.revealing.busy} onClick={() => void store.revealing.run()}>
                {t('keys.reveal')}
              </LightButton>
            )}
            <LightButton kind="primary" onClick={() => setResetting(true)}>
              {t(anyKey ? 'keys.reset' : 'keys.create')}
            </LightButton>
          </>
        )
      }
    >
      {error !== null && <ErrorNotice subject={title} error={error} onRetry={retry} />}
      {!keys && error === null && <Loading />}
      {keys && !anyKey && <EmptyState title={t('keys.none')} text={t('keys.none.text')} />}
      {keys && keys.key !== null && (
        <Key
          title={t('keys.account')}
          text={t('keys.account.text')}
          value={keys.key}
          facts={keys.keyFacts}
          scopes={keys.scopes}
          keys={keys}
        />
      )}
      {keys && keys.userKey !== null && (
        <Key
          title={t('keys.user')}
          text={t('keys.user.text')}
          value={keys.userKey}
          facts={keys.userKeyFacts}
          keys={keys}
        />
      )}
      {keys && (
        <Suspense fallback={<Loading />}>
          <Recipes />
        </Suspense>
      )}
      {keys && resetting && <ResetKeys store={store} keys={keys} onClose={() => setResetting(false)} />}
    </Page>
  );
});
export default KeysPage;

interface KeyProps {
  title: string;
  text: string;
  value: string;
  facts: ApiKeys['keyFacts'];
  scopes?: Scopes | null;
  keys: ApiKeys;
}

function Key({ title, text, value, facts, scopes, keys: { masked, grantable } }: KeyProps) {
  const t = useHostTexts();
  const allowed = (permissions: Scopes['permissions']) => {
    if (permissions.length === 0) return t('keys.permissions.none');
    const label = (one: string) =>
      grantable.find(({ permission }) => permission === one)?.label ?? `ui:permission.${one}`;
    return permissions.map((one) => permissionTitle(label(one), one)).join('; ');
  };
  const copy = async () => {
    if (await copyText(value)) toast.success(t('account.copied'));
    else toast.error(t('account.notCopied'));
  };
  return (
    <Section title={title}>
      <p className={css['note']}>{text}</p>
      <div className={css['key']}>
        <code>{value}</code>
        {!masked && (
          <LightButton aria-label={t('keys.copy.named', { title })} onClick={() => void copy()}>
            {t('account.copy')}
          </LightButton>
        )}
      </div>
      {facts?.previousUntil && (
        <p className={css['warning']} role="status">
          {t('keys.previous', { time: formatDateTime(facts.previousUntil) })}
        </p>
      )}
      {facts && (
        <dl className={css['facts']}>
          <dt>{t('keys.created')}</dt>
          <dd>{formatDateTime(facts.createdAt)}</dd>
          <dt>{t('keys.lastUsed')}</dt>
          <dd>
            {facts.lastUsedAt === null
              ? t('keys.unused')
              : t('keys.used', { time: formatDateTime(facts.lastUsedAt), address: facts.lastAddress ?? '' })}
          </dd>
          {scopes && (
            <>
              <dt>{t('keys.membership')}</dt>
              <dd>{t(`keys.membership.${scopes.membership}`)}</dd>
              <dt>{t('keys.permissions')}</dt>
              <dd>{allowed(scopes.permissions)}</dd>
            </>
          )}
        </dl>
      )}
    </Section>
  );
}

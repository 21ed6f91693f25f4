import { observer } from 'mobx-react-lite';
import {
  ConfirmDialog,
  EmptyState,
  ErrorNotice,
  LightButton,
  Loading,
  Section,
  StatusPill,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { LinkDrawer } from './LinkDrawer.tsx';
import { LinkLogo } from './LinkLogo.tsx';
import { LinkReviewStore, type Reviewed } from './LinkReviewStore.ts';
import css from '../marketplace.module.css';

const tones = { DRAFT: 'grey', PUBLISHED: 'green', BLOCKED: 'red' } as const;

/** Links to other applications that facilities may be offered. */
export default observer(function LinkReview() {
  const t = useTexts();
  const store = useStore((host) => new LinkReviewStore(host));
  const { answer, error, retry } = store.reading;
  const { editing } = store;
  const add = (
    <LightButton kind="primary" onClick={() => store.edit({ kind: 'new' })}>
      {t('link.add')}
    </LightButton>
  );
  return (
    <>
      {error !== null && <ErrorNotice subject={t('review.links')} error={error} onRetry={retry} />}
      {answer === null && error === null && <Loading />}
      {answer?.apps.length === 0 && <EmptyState title={t('link.empty')} text={t('link.empty.text')} actions={add} />}
      {answer !== null && answer.apps.length > 0 && <div className={css['filters']}>{add}</div>}
      {answer?.apps.map((app) => (
        <LinkSection key={app.id} store={store} app={app} />
      ))}
      {editing?.kind === 'remove' ? (
        <ConfirmDialog
          open
          danger
          title={t('link.remove.ask', { app: editing.app.name })}
          yes={t('link.remove')}
          no={t('common.cancel')}
          onAnswer={(yes) => (yes ? void store.remove.run(editing.app) : store.edit(null))}
        >
          <p>{t('link.remove.text')}</p>
        </ConfirmDialog>
      ) : (
        editing && <LinkDrawer store={store} editing={editing} facilities={answer?.facilities ?? []} />
      )}
    </>
  );
});

const LinkSection = observer(function LinkSection({ store, app }: { store: LinkReviewStore; app: Reviewed }) {
  const t = useTexts();
  const { name, description, appURL, state, reason, offer, installs, internalApp } = app;
  return (
    <Section title={name} actions={<StatusPill tone={tones[state]}>{t(`link.state.${state}`)}</StatusPill>}>
      <p className={css['row']}>
        <LinkLogo logo={app.logo} />
        <bdi className={css['address']}>{appURL}</bdi>
      </p>
      {description !== '' && (
        <p>
          <bdi>{description}</bdi>
        </p>
      )}
      {reason !== null && (
        <p className={css['problem']}>
          <bdi>{reason}</bdi>
        </p>
      )}
      <p className={css['quiet']}>
        {t(internalApp ? 'link.internal' : 'link.external')}
        {state !== 'DRAFT' && (
          <>
            {' · '}
            {offer.everybody ? t('link.toAll') : t('link.some', { count: offer.facilityIds.length })}
            {' · '}
            {t('link.installs', { count: installs })}
          </>
        )}
      </p>
      <p className={css['row']}>
        <LightButton onClick={() => store.edit({ kind: 'change', app })}>{t('link.change')}</LightButton>
        <LightButton onClick={() => store.edit({ kind: 'logo', app })}>{t('link.logo')}</LightButton>
        <LightButton onClick={() => store.edit({ kind: 'publish', app })}>
          {t(state === 'PUBLISHED' ? 'link.offer' : 'decide.publish')}
        </LightButton>
        {state === 'PUBLISHED' && (
          <LightButton kind="danger" onClick={() => store.edit({ kind: 'block', app })}>
            {t('decide.block')}
          </LightButton>
        )}
        <LightButton kind="danger" onClick={() => store.edit({ kind: 'remove', app })}>
          {t('link.remove')}
        </LightButton>
      </p>
    </Section>
  );
});

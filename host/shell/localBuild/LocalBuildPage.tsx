import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { ConfirmDialog, EmptyState, ErrorNotice, Loading, Page } from '@sinter/sdk/ui';
import { type LocalBuild, LocalBuildStore, tool } from '#host/browser/localBuild/LocalBuildStore.ts';
import { Problems } from '#host/browser/localBuild/Problems.tsx';
import '#host/browser/localBuild/localBuildTexts.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { Workspace } from '#host/browser/Workspace.ts';
import { scopeText } from '../apps/scopeText.ts';

/** Asks the author of an app whether this tab loads what the tool on the author's computer has built. */
const LocalBuildPage = function LocalBuildPage({ workspace }: { workspace: Workspace }) {
  const { id = '' } = useParams();
  return <Asking key={id} workspace={workspace} id={id} />;
};
export default LocalBuildPage;

const Asking = observer(function Asking({ workspace, id }: { workspace: Workspace; id: string }) {
  const t = useHostTexts();
  const navigate = useNavigate();
  const [store] = useState(() => new LocalBuildStore(workspace, id));
  useEffect(() => store.start(), [store]);
  const { build, gone, question } = store;
  const agreed = build?.loaded === true && !build.asksForMore && workspace.localBuild === id;
  if (build && agreed && store.arrived) return <Navigate to={build.home ?? '/'} replace />;
  const answer = (yes: boolean) => {
    if (yes) void store.loading.run();
    else void navigate('/', { replace: true });
  };
  return (
    <Page title={t('localBuild.title')} width="narrow">
      {gone && <EmptyState title={t('localBuild.missing')} text={t('localBuild.missing.text', { tool })} />}
      {!gone && question.error !== null && (
        <ErrorNotice subject={t('localBuild.title')} error={question.error} onRetry={question.retry} />
      )}
      {(agreed || (!build && question.error === null)) && <Loading />}
      {build && !gone && build.version === null && (
        <>
          <p>{t('localBuild.waiting', { tool })}</p>
          <Problems problems={build.problems} />
        </>
      )}
      {build && !gone && build.version !== null && (
        <ConfirmDialog
          open={!agreed}
          title={t('localBuild.ask', { app: build.title })}
          yes={t('localBuild.load')}
          no={t('localBuild.cancel')}
          ready={!store.loading.busy}
          onAnswer={answer}
        >
          <p>
            {t('localBuild.text', { app: build.title, version: build.version, publisher: build.publisher ?? '', tool })}
          </p>
          {build.tier === 'frame' && <p>{t('localBuild.framed')}</p>}
          <Scopes scopes={build.scopes} />
        </ConfirmDialog>
      )}
    </Page>
  );
});

function Scopes({ scopes }: Pick<LocalBuild, 'scopes'>) {
  const t = useHostTexts();
  if (scopes.length === 0) return <p>{t('localBuild.asksNothing')}</p>;
  return (
    <>
      <p>{t('localBuild.asks')}</p>
      <ul>
        {scopes.map(({ scope, reason }) => (
          <li key={scope}>
            {scopeText(scope)}
            <br />
            <span>
              <bdi>{reason}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

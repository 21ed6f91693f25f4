import { lazy, Suspense, useState } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { ConfirmDialog, DataTable, EmptyState, LightButton, Page, useTexts, useStore } from '@sinter/sdk/ui';
import { BulkResult } from './BulkResult.tsx';
import { teamColumns } from './columns.tsx';
import type { Side } from './rights.ts';
import { TeamFilterBar } from './TeamFilterBar.tsx';
import { keyOf, pageSize, TeamStore } from './TeamStore.ts';
import css from './team.module.css';

const InviteDrawer = lazy(() => import('./InviteDrawer.tsx'));
const MemberDrawer = lazy(() => import('./MemberDrawer.tsx'));

/** People and their rights, of a facility or of a buyer company. */
export const Team = observer(function Team({ side }: { side: Side }) {
  const t = useTexts();
  const store = useStore((host) => new TeamStore(host, side));
  const { panel, opened } = store;
  const outside = store.kind === 'THIRD_PARTY';
  const inviteButton = (
    <Button type="primary" onClick={store.invite}>
      {t(outside ? 'team.invite.outside' : 'team.invite')}
    </Button>
  );
  const empty = store.isFiltered ? (
    <EmptyState
      title={t('team.nothing')}
      text={t('team.nothing.text')}
      actions={<LightButton onClick={store.showAll}>{t('team.nothing.all')}</LightButton>}
    />
  ) : (
    <EmptyState
      title={t(outside ? 'team.empty.outside' : 'team.empty')}
      text={t(outside ? 'team.empty.outside.text' : 'team.empty.text')}
      actions={inviteButton}
    />
  );
  return (
    <Page title={t('page.team')} actions={inviteButton}>
      {side === 'provider' && <Tabs store={store} />}
      <TeamFilterBar store={store} />
      <BulkBar store={store} />
      <div>
        <DataTable
          label={t('page.team')}
          columns={teamColumns(t, store)}
          rows={store.rows}
          rowKey={keyOf}
          total={store.found.length}
          page={store.page}
          pageSize={pageSize}
          onPage={store.showPage}
          sort={store.sort}
          onSort={store.sortBy}
          loading={store.loading}
          error={store.error}
          onRetry={store.retry}
          empty={store.loading ? ' ' : empty}
        />
      </div>
      <Suspense fallback={null}>
        {panel?.kind === 'invite' && <InviteDrawer team={store} />}
        {opened && <MemberDrawer key={keyOf(opened)} team={store} member={opened} />}
      </Suspense>
      {store.bulk && <BulkResult run={store.bulk} onClose={store.closeBulk} />}
    </Page>
  );
});

const Tabs = observer(function Tabs({ store }: { store: TeamStore }) {
  const t = useTexts();
  return (
    <div className={css['tabs']} role="group" aria-label={t('team.tabs')}>
      {(['OWN', 'THIRD_PARTY'] as const).map((kind) => (
        <button key={kind} type="button" aria-pressed={store.kind === kind} onClick={() => store.showKind(kind)}>
          {t(`team.tab.${kind}`)}
          {store.kind === kind && !store.loading && store.error === null && <span>{store.members.length}</span>}
        </button>
      ))}
    </div>
  );
});

/** What can be done with those who are chosen. */
const BulkBar = observer(function BulkBar({ store }: { store: TeamStore }) {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const count = store.chosen.length;
  const answer = (yes: boolean) => {
    setAsking(false);
    if (yes) store.switchChosen(false);
  };
  return (
    <>
      {count > 0 && (
        <div className={css['bulk']} role="group" aria-label={t('team.bulk')}>
          <span>{t('team.bulk.chosen', { count })}</span>
          <LightButton size="small" onClick={() => setAsking(true)}>
            {t('team.disable')}
          </LightButton>
          <LightButton size="small" onClick={() => store.switchChosen(true)}>
            {t('team.enable')}
          </LightButton>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        danger
        title={t('team.bulk.disable', { count })}
        yes={t('team.disable')}
        no={t('common.cancel')}
        onAnswer={answer}
      >
        {t('team.disable.text')}
      </ConfirmDialog>
    </>
  );
});

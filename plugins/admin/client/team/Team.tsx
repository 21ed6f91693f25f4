import { lazy, Suspense } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { EmptyState, Page, useTexts, useStore } from '@sinter/sdk/ui';
import { FilterTabs, ListTable } from '@sinter/sdk/ui/lists';
import { teamColumns } from './columns.tsx';
import { keyOf, nameOf } from './members.ts';
import type { Side } from './rights.ts';
import { TeamBulk } from './TeamBulk.tsx';
import { TeamFilterBar } from './TeamFilterBar.tsx';
import { TeamStore } from './TeamStore.ts';

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
  return (
    <Page title={t('page.team')} actions={inviteButton}>
      {side === 'provider' && <Tabs store={store} />}
      <TeamFilterBar store={store} />
      <TeamBulk store={store} />
      <div>
        <ListTable
          list={store.list}
          label={t('page.team')}
          columns={teamColumns(t, store)}
          choice={store.columns}
          nameOf={nameOf}
          empty={
            <EmptyState
              title={t(outside ? 'team.empty.outside' : 'team.empty')}
              text={t(outside ? 'team.empty.outside.text' : 'team.empty.text')}
              actions={inviteButton}
            />
          }
          nothingFound={{ title: t('team.nothing'), text: t('team.nothing.text'), all: t('team.nothing.all') }}
        />
      </div>
      <Suspense fallback={null}>
        {panel?.kind === 'invite' && <InviteDrawer team={store} />}
        {opened && <MemberDrawer key={keyOf(opened)} team={store} member={opened} />}
      </Suspense>
    </Page>
  );
});

const Tabs = observer(function Tabs({ store }: { store: TeamStore }) {
  const t = useTexts();
  const tabs = (['OWN', 'THIRD_PARTY'] as const).map((kind) => ({
    id: kind,
    label: t(`team.tab.${kind}`),
    count: store.kind === kind ? store.members?.length : undefined,
  }));
  return (
    <FilterTabs
      label={t('team.tabs')}
      tabs={tabs}
      chosen={store.kind}
      onChoose={(id) => store.showKind(id === 'THIRD_PARTY' ? id : 'OWN')}
    />
  );
});

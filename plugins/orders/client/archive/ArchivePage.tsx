import { lazy } from 'react';
import { principalOf } from '@sinter/sdk/auth';
import { EmptyState, usePlugin, useTexts } from '@sinter/sdk/ui';
import { archiveGroups } from '../../shared/groups.ts';
import { OrderList } from '../list/OrderList.tsx';

const Retention = lazy(() => import('./Retention.tsx'));

/** Orders that the own side has put away: found, read and brought back. */
export default function ArchivePage() {
  const t = useTexts();
  const { role, accountType } = principalOf(usePlugin().user);
  const buyer = accountType === 'THIRD_PARTY_ENGINEER' ? 'public' : 'engineer';
  return (
    <OrderList
      side={role === 'ROLE_SERVICE_PROVIDER' ? 'provider' : buyer}
      groups={archiveGroups}
      archive
      actions={<Retention />}
      title={t('page.archive')}
      empty={<EmptyState title={t('archive.empty.title')} text={t('archive.empty.text')} />}
    />
  );
}

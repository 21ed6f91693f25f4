import { observer } from 'mobx-react-lite';
import type { Thread } from '@sinter/sdk/contract/comments/threads';
import { supplierText } from '@sinter/sdk/contract/named';
import { StatusPill, useTexts } from '@sinter/sdk/ui';
import type { MessagesStore } from './MessagesStore.ts';

type Of = Pick<Thread, 'visibility' | 'facility'>;

/** Who sees a thread or a message, by colour and by word. */
export const Seen = observer(function Seen({ store, thread }: { store: MessagesStore; thread: Of }) {
  const t = useTexts();
  if (thread.visibility === 'INTERNAL') return <StatusPill tone="amber">{t('seen.INTERNAL')}</StatusPill>;
  const other = store.isProvider ? store.page?.company.name : thread.facility && supplierText(t, thread.facility);
  return <StatusPill tone="blue">{other ? t('seen.SHARED', { name: other }) : t('seen.everybody')}</StatusPill>;
});

import { observer } from 'mobx-react-lite';
import type { Comment } from '@sinter/sdk/contract/comments/comments';
import type { ThreadPage } from '@sinter/sdk/contract/comments/threads';
import { supplierText } from '@sinter/sdk/contract/named';
import { ConfirmDialog, LightSelect, useTexts } from '@sinter/sdk/ui';
import type { MessagesStore } from './MessagesStore.ts';
import css from './messages.module.css';

interface AskedProps {
  store: MessagesStore;
  page: ThreadPage;
  opened: NonNullable<MessagesStore['present']>;
}

/** What is asked before a thread is shared, or a message deleted. */
export const Asked = observer(function Asked({ store, page, opened }: AskedProps) {
  const t = useTexts();
  const { asked, doing } = store;
  const { thread, comments } = opened;
  const share = asked?.kind === 'share' ? asked : null;
  const facility = page.facilities.find(({ id }) => id === share?.facilityId);
  const who = store.isProvider ? page.company.name : facility && supplierText(t, facility);
  const choosesFacility =
    !store.isProvider && page.facilities.length > 1 && store.subjectOf(thread)?.facilityId == null;
  const replies = comments.filter(({ id, deleted }) => id !== thread.id && !deleted);
  const nobody = !store.isProvider && page.facilities.length === 0;
  return (
    <>
      <ConfirmDialog
        open={share !== null}
        title={t('share.title')}
        yes={t('share.yes')}
        no={t('share.no')}
        onAnswer={(yes) => {
          if (!yes) store.ask(null);
          else if (!doing.busy && who !== undefined) store.share(thread.id);
        }}
      >
        {nobody && <p>{t('share.nobody')}</p>}
        {choosesFacility && (
          <label className={css['field']}>
            {t('new.facility')}
            <LightSelect
              value={share?.facilityId ?? ''}
              onChange={({ target }) => share && store.ask({ ...share, facilityId: Number(target.value) || null })}
            >
              <option value="">{t('share.choose')}</option>
              {page.facilities.map((each) => (
                <option key={each.id} value={each.id}>
                  {supplierText(t, each)}
                </option>
              ))}
            </LightSelect>
          </label>
        )}
        {who !== undefined && <p>{t('share.who', { name: who })}</p>}
        {replies.length > 0 && (
          <fieldset className={css['replies']}>
            <legend>{t('share.replies')}</legend>
            {replies.map((reply) => (
              <Reply key={reply.id} store={store} reply={reply} />
            ))}
          </fieldset>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.kind === 'delete'}
        title={t('delete.title')}
        yes={t('message.delete')}
        no={t('share.no')}
        danger
        onAnswer={(yes) => (yes && asked?.kind === 'delete' ? store.remove(asked.id) : store.ask(null))}
      >
        {t('delete.text')}
      </ConfirmDialog>
    </>
  );
});

/** A reply that was written before: it stays internal unless it is chosen. */
const Reply = observer(function Reply({ store, reply }: { store: MessagesStore; reply: Comment }) {
  const { asked } = store;
  if (asked?.kind !== 'share') return null;
  const chosen = asked.replyIds.includes(reply.id);
  const others = asked.replyIds.filter((id) => id !== reply.id);
  return (
    <label>
      <input
        type="checkbox"
        checked={chosen}
        onChange={() => store.ask({ ...asked, replyIds: chosen ? others : [...others, reply.id] })}
      />
      <span dir="auto">
        <strong>{reply.author.name}</strong>: {reply.body}
      </span>
    </label>
  );
});

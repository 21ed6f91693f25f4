import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { Link, useSearchParams } from 'react-router-dom';
import { say } from '@sinter/sdk/i18n/said';
import { EmptyState, ErrorNotice, LightButton, LightSelect, Loading, Page, Pager } from '@sinter/sdk/ui';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { ShellStores } from '../ShellStores.ts';
import { InboxStore } from './InboxStore.ts';
import { NoticeLine } from './NoticeLine.tsx';
import './notificationTexts.ts';
import css from './notifications.module.css';

const pageSize = 25;

/** Everything that the person was told of. */
const InboxPage = observer(function InboxPage({ shell }: { shell: ShellStores }) {
  const t = useHostTexts();
  const [address, setAddress] = useSearchParams();
  const [store] = useState(() => new InboxStore(shell.workspace, shell.notifications, pageSize));
  const unread = address.get('show') === 'unread';
  const category = address.get('category') ?? '';
  const page = Math.max(0, (Number(address.get('page')) || 1) - 1);
  useEffect(() => store.start({ unread, category, page }), [store, unread, category, page]);

  const go = (change: Record<string, string>) =>
    setAddress((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries({ page: '', ...change })) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  const { question, chosen } = store;
  const { answer, error, retry } = question;
  const rows = answer?.notifications ?? [];
  const title = t('inbox.title');
  return (
    <Page
      title={title}
      width="normal"
      actions={
        <>
          {shell.notifications.unread > 0 && (
            <LightButton loading={store.markingAll.busy} onClick={() => void store.markAll()}>
              {t('inbox.markAll')}
            </LightButton>
          )}
          <Link to="/inbox/settings">{t('inbox.settings')}</Link>
        </>
      }
    >
      <div className={css['filters']} role="group" aria-label={t('inbox.filters')}>
        {(['', 'unread'] as const).map((show) => (
          <LightButton key={show} aria-pressed={unread === (show === 'unread')} onClick={() => go({ show })}>
            {t(show === '' ? 'inbox.show.all' : 'inbox.show.unread')}
          </LightButton>
        ))}
        <LightSelect
          aria-label={t('inbox.category')}
          value={category}
          onChange={(event) => go({ category: event.target.value })}
        >
          <option value="">{t('inbox.category.all')}</option>
          {answer?.categories.map(({ id, text, said }) => (
            <option key={id} value={id}>
              {say(text, said)}
            </option>
          ))}
        </LightSelect>
      </div>
      {error !== null && <ErrorNotice subject={title} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer && rows.length === 0 && (
        <EmptyState title={t(unread || category ? 'inbox.none.filtered' : 'inbox.none')} text={t('inbox.none.text')} />
      )}
      {rows.length > 0 && (
        <>
          <div className={css['bulk']}>
            <label>
              <input
                type="checkbox"
                checked={chosen.size === rows.length}
                onChange={(event) => store.chooseAll(event.target.checked)}
              />
              {chosen.size === 0 ? t('inbox.choose') : t('inbox.chosen', { count: chosen.size })}
            </label>
            {chosen.size > 0 &&
              ([true, false] as const).map((read) => (
                <LightButton
                  key={String(read)}
                  size="small"
                  loading={store.marking.busy}
                  onClick={() => void store.mark([...chosen], read)}
                >
                  {t(read ? 'inbox.markRead' : 'inbox.markUnread')}
                </LightButton>
              ))}
          </div>
          <ul className={`${css['lines']} ${css['inbox']}`} aria-label={title}>
            {rows.map((notice) => (
              <li key={notice.id}>
                <input
                  type="checkbox"
                  aria-label={t('inbox.choose.one', { text: say(notice.text, notice.said) })}
                  checked={chosen.has(notice.id)}
                  onChange={(event) => store.choose(notice.id, event.target.checked)}
                />
                <NoticeLine notice={notice} store={store} />
              </li>
            ))}
          </ul>
        </>
      )}
      {answer && answer.totalCount > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          shown={rows.length}
          total={answer.totalCount}
          onPage={(next) => go({ page: next === 0 ? '' : String(next + 1) })}
        />
      )}
    </Page>
  );
});
export default InboxPage;

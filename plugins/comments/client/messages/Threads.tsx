import { observer } from 'mobx-react-lite';
import type { Thread, ThreadPage, ThreadSubject } from '@sinter/sdk/contract/comments/threads';
import { threadFilters } from '@sinter/sdk/contract/comments/threads';
import { supplierText } from '@sinter/sdk/contract/named';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import { ErrorNotice, LightSelect, Link, Loading, Pager, StatusPill, useTexts } from '@sinter/sdk/ui';
import { FilterTabs } from '@sinter/sdk/ui/lists';
import type { MessagesStore } from './MessagesStore.ts';
import { Seen } from './Seen.tsx';
import { onOf } from './Writing.ts';
import css from './messages.module.css';

type T = ReturnType<typeof useTexts>;

/** What a thread is about, in words. */
export function aboutText(t: T, subject: ThreadSubject | null): string {
  if (!subject || subject.objectKind === 'RFQ_ORDER') return t('about.order');
  if (subject.objectKind === 'RFQ_ORDER_FILE') return subject.name;
  return t('about.quote', { facility: supplierText(t, subject), revision: subject.revision ?? 1 });
}

/** The list of threads with its filters. */
export const Threads = observer(function Threads({ store, page }: { store: MessagesStore; page: ThreadPage }) {
  const t = useTexts();
  const { list } = store;
  const { show, on } = list.filters;
  return (
    <section className={css['list']} aria-label={t('threads.list')}>
      <FilterTabs
        label={t('threads.show')}
        tabs={threadFilters.map((id) => ({
          ...{ id, label: t(`show.${id}`) },
          ...(id === 'UNREAD' && page.unread > 0 && { count: page.unread }),
        }))}
        chosen={show}
        onChoose={(id) => list.filter({ show: id })}
      />
      {page.subjects.length > 1 && (
        <LightSelect
          aria-label={t('threads.about')}
          value={on}
          onChange={({ target }) => list.filter({ on: target.value })}
        >
          <option value="">{t('threads.anything')}</option>
          {page.subjects.map((subject) => (
            <option key={onOf(subject)} value={onOf(subject)}>
              {aboutText(t, subject)}
            </option>
          ))}
        </LightSelect>
      )}
      {list.error !== null && (
        <ErrorNotice subject={t('page.messages')} error={list.error} onRetry={() => list.retry()} />
      )}
      {list.loading && list.rows.length === 0 ? (
        <Loading />
      ) : list.rows.length === 0 ? (
        <p className={css['none']}>{t(list.isFiltered ? 'threads.noneLeft' : 'threads.none')}</p>
      ) : (
        <ul className={css['threads']}>
          {list.rows.map((thread) => (
            <Row key={thread.id} store={store} thread={thread} />
          ))}
        </ul>
      )}
      {list.total > list.pageSize && (
        <Pager
          page={list.shown.page}
          pageSize={list.pageSize}
          shown={list.rows.length}
          total={list.total}
          onPage={(to) => list.showPage(to)}
        />
      )}
    </section>
  );
});

const Row = observer(function Row({ store, thread }: { store: MessagesStore; thread: Thread }) {
  const t = useTexts();
  const { author, begins, comments, unread, visibility, resolved, last } = thread;
  return (
    <li>
      <Link
        to={store.addressOf(thread)}
        className={css['row']}
        data-visibility={visibility}
        aria-current={store.opened === String(thread.id) ? 'true' : undefined}
      >
        <span className={css['rowHead']}>
          <strong dir="auto">{aboutText(t, store.subjectOf(thread))}</strong>
          {unread > 0 && (
            <span className={css['unread']} aria-label={t('threads.unread', { count: unread })}>
              {formatNumber(unread)}
            </span>
          )}
        </span>
        <span className={css['begins']}>
          <bdi>{author.name}</bdi>: {begins === '' ? <em>{t('message.deleted')}</em> : <bdi>{begins}</bdi>}
        </span>
        <span className={css['pills']}>
          <Seen store={store} thread={thread} />
          {resolved && <StatusPill tone="green">{t('threads.resolved')}</StatusPill>}
        </span>
        <small>
          {comments > 1
            ? t('threads.last', { count: comments - 1, by: last.by, on: formatDateTime(last.on) })
            : formatDateTime(last.on)}
        </small>
      </Link>
    </li>
  );
});

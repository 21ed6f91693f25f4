import { observer } from 'mobx-react-lite';
import { ErrorNotice, LightButton, Loading, Page, useParams, useStore, useTexts } from '@sinter/sdk/ui';
import { MessagesStore, newThread } from './MessagesStore.ts';
import { NewThread } from './NewThread.tsx';
import { OpenThread } from './OpenThread.tsx';
import { Threads } from './Threads.tsx';
import css from './messages.module.css';

export default function MessagesPage() {
  const { id = '' } = useParams();
  return <Messages key={id} orderId={Number(id)} />;
}

/** All threads of an order beside the one that is open. */
const Messages = observer(function Messages({ orderId }: { orderId: number }) {
  const t = useTexts();
  const store = useStore((host) => new MessagesStore(host, orderId));
  const { page, opened, list } = store;
  const title = t('page.messages');
  if (!page) {
    return (
      <Page title={title}>
        {list.error ? <ErrorNotice subject={title} error={list.error} onRetry={() => list.retry()} /> : <Loading />}
      </Page>
    );
  }
  return (
    <Page
      title={title}
      breadcrumbs={[{ text: page.about.name, to: page.about.link }, { text: title }]}
      actions={
        <>
          {page.unread > 0 && (
            <LightButton disabled={store.doing.busy} onClick={() => store.readAll()}>
              {t('threads.readAll')}
            </LightButton>
          )}
          {page.writes && (
            <LightButton kind="primary" onClick={() => store.open(newThread)}>
              {t('threads.new')}
            </LightButton>
          )}
        </>
      }
    >
      <div className={css['both']} data-open={opened !== null}>
        <Threads store={store} page={page} />
        <div className={css['opened']}>
          {opened === newThread && page.writes ? (
            <NewThread store={store} page={page} />
          ) : opened !== null && opened !== newThread ? (
            <OpenThread store={store} page={page} />
          ) : (
            <p className={css['choose']}>
              {t(list.total > 0 ? 'threads.choose' : page.writes ? 'threads.begin' : 'threads.readOnly')}
            </p>
          )}
        </div>
      </div>
    </Page>
  );
});

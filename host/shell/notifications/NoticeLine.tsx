import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import type { Notification } from '@sinter/sdk/contract/host/notifications';
import { formatDateTime } from '@sinter/sdk/i18n';
import { say } from '@sinter/sdk/i18n/said';
import { VisuallyHidden } from '@sinter/sdk/ui';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { InboxStore } from './InboxStore.ts';
import css from './notifications.module.css';

interface NoticeLineProps {
  notice: Notification;
  store: InboxStore;
  onFollow?: () => void;
}

/** What happened and when; opening it reads it. */
export const NoticeLine = observer(function NoticeLine({ notice, store, onFollow }: NoticeLineProps) {
  const t = useHostTexts();
  const { id, link, text, said, createdOn, read } = notice;
  const words = (
    <>
      <span className={css['words']} dir="auto">
        {!read && <VisuallyHidden>{t('inbox.unread')}: </VisuallyHidden>}
        {say(text, said)}
      </span>
      <time dateTime={createdOn}>{formatDateTime(createdOn)}</time>
    </>
  );
  const name = `${css['line']} ${read ? '' : css['isUnread']}`;
  if (link === null) return <div className={name}>{words}</div>;
  return (
    <Link
      className={name}
      to={link}
      onClick={() => {
        if (!read) void store.mark([id], true);
        onFollow?.();
      }}
    >
      {words}
    </Link>
  );
});

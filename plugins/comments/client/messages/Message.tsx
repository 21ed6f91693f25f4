import { observer } from 'mobx-react-lite';
import type { Comment } from '@sinter/sdk/contract/comments/comments';
import type { Thread } from '@sinter/sdk/contract/comments/threads';
import { supplierText } from '@sinter/sdk/contract/named';
import { formatDateTime } from '@sinter/sdk/i18n';
import { LinkButton, useTexts } from '@sinter/sdk/ui';
import { Composer } from './Composer.tsx';
import type { MessagesStore } from './MessagesStore.ts';
import { Seen } from './Seen.tsx';
import css from './messages.module.css';

interface MessageProps {
  store: MessagesStore;
  comment: Comment;
  thread: Thread;
}

/** One message with its files, and what its author may do with it. */
export const Message = observer(function Message({ store, comment, thread }: MessageProps) {
  const t = useTexts();
  const { id, author, createdOn, editedOn, deleted, visibility, attachments, may } = comment;
  const editing = store.drafts.find(`edit ${id}`);
  return (
    <li className={css['message']} data-visibility={visibility}>
      <header>
        <strong dir="auto">{author.name}</strong>
        <small>
          {author.side === 'ROLE_ENGINEER'
            ? store.page?.company.name
            : comment.facility && supplierText(t, comment.facility)}{' '}
          · {formatDateTime(createdOn)}
          {editedOn !== null && !deleted && ` · ${t('message.edited')}`}
        </small>
        {(visibility !== thread.visibility || comment.facility?.id !== thread.facility?.id) && (
          <Seen store={store} thread={comment} />
        )}
      </header>
      {editing ? (
        <Composer store={store} writing={editing} name={`edit ${id}`} label={t('composer.edit')} focused />
      ) : deleted ? (
        <p>
          <em>{t('message.deleted')}</em>
        </p>
      ) : (
        <p dir="auto">
          <Body comment={comment} />
        </p>
      )}
      {attachments.length > 0 && (
        <ul className={css['files']} aria-label={t('attach.files')}>
          {attachments.map((file) => (
            <li key={file.id}>
              <a href={file.fileURL} target="_blank" rel="noopener">
                <bdi>{file.fileName}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {store.page?.writes && may.edit && !editing && (
        <span className={css['actions']}>
          <LinkButton onClick={() => store.edit(comment)}>{t('message.edit')}</LinkButton>
          <LinkButton onClick={() => store.ask({ kind: 'delete', id })}>{t('message.delete')}</LinkButton>
        </span>
      )}
    </li>
  );
});

/** The text, with the names of those who are mentioned standing out. */
function Body({ comment: { body, mentions } }: { comment: Comment }) {
  const names = mentions.map(({ name }) => `@${name}`).filter((name) => body.includes(name));
  if (names.length === 0) return body;
  const pattern = new RegExp(`(${names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`);
  return body.split(pattern).map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece));
}

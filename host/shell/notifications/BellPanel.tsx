import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { SettingOutlined } from '@ant-design/icons';
import { observer } from 'mobx-react-lite';
import { Link, useLocation } from 'react-router-dom';
import { ErrorNotice, LightButton, Loading } from '@sinter/sdk/ui';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { ShellStores } from '../ShellStores.ts';
import { InboxStore } from './InboxStore.ts';
import { NoticeLine } from './NoticeLine.tsx';
import './notificationTexts.ts';
import css from './notifications.module.css';

interface BellPanelProps {
  shell: ShellStores;
  frame: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

const shown = 8;

/** The newest notifications, below the bell. Escape, another place or a choice closes it. */
const BellPanel = observer(function BellPanel({ shell, frame, button, onClose }: BellPanelProps) {
  const t = useHostTexts();
  const [store] = useState(() => new InboxStore(shell.workspace, shell.notifications, shown));
  const panel = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const cameFrom = useRef(key);
  const { answer, error, retry } = store.question;

  useEffect(() => store.start({ unread: false, category: '', page: 0 }), [store]);
  useEffect(() => {
    panel.current?.focus();
    const leave = (event: PointerEvent | FocusEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) onClose();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      onClose();
      button.current?.focus();
    };
    const ends = new AbortController();
    document.addEventListener('pointerdown', leave, ends);
    document.addEventListener('focusin', leave, ends);
    document.addEventListener('keydown', press, ends);
    return () => ends.abort();
  }, [frame, button, onClose]);
  useEffect(() => {
    if (cameFrom.current !== key) onClose();
  }, [key, onClose]);

  return (
    <div ref={panel} className={css['panel']} role="dialog" aria-label={t('bell.label')} tabIndex={-1}>
      <header>
        <h2>{t('bell.label')}</h2>
        {shell.notifications.unread > 0 && (
          <LightButton size="small" loading={store.markingAll.busy} onClick={() => void store.markAll()}>
            {t('inbox.markAll')}
          </LightButton>
        )}
      </header>
      {error !== null && <ErrorNotice subject={t('bell.label')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer?.notifications.length === 0 && <p className={css['none']}>{t('inbox.none')}</p>}
      {answer && answer.notifications.length > 0 && (
        <ul className={css['lines']}>
          {answer.notifications.map((notice) => (
            <li key={notice.id}>
              <NoticeLine notice={notice} store={store} onFollow={onClose} />
            </li>
          ))}
        </ul>
      )}
      <footer>
        <Link to="/inbox">{t('inbox.all')}</Link>
        <Link to="/inbox/settings" aria-label={t('inbox.settings')} title={t('inbox.settings')}>
          <SettingOutlined aria-hidden />
        </Link>
      </footer>
    </div>
  );
});
export default BellPanel;

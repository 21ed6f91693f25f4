import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { formatBytes } from '@sinter/sdk/i18n';
import type { Browser } from '../browser.ts';
import css from '../parts/notices.module.css';
import { useHostTexts } from '../useHostTexts.ts';
import './healthTexts.ts';
import { type ServerNotice, ServerNoticesStore } from './ServerNoticesStore.ts';

/** Tells administrators what is about to stop on the server, while there is time to ask somebody for help. */
export const ServerNotices = observer(function ServerNotices({ browser }: { browser: Browser }) {
  const t = useHostTexts();
  const [store] = useState(() => new ServerNoticesStore(browser));
  useEffect(() => store.start(), [store]);
  const say = (notice: ServerNotice): string => {
    if (notice.kind === 'NO_WORKER') return t('server.noWorker', { jobs: notice.jobs, minutes: notice.minutes });
    return notice.room === 0 ? t('server.diskFull') : t('server.disk', { room: formatBytes(notice.room) });
  };
  return store.notices.map((notice) => (
    <div key={notice.kind} className={css['banner']} role="status">
      {say(notice)}
    </div>
  ));
});

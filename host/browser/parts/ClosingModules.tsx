import { useEffect, useRef, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { formatTime } from '@sinter/sdk/i18n';
import { useHostTexts } from '../useHostTexts.ts';
import type { ClosingModule, Workspace } from '../Workspace.ts';
import css from './closing.module.css';

const minute = 60_000;

/** Until when what is unsaved in a module that was switched off can still be saved, and what becomes of it then. */
export const ClosingModules = observer(function ClosingModules({ workspace }: { workspace: Workspace }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const unsaved = workspace.closing.filter(({ pluginId }) => workspace.runtime.unsaved(pluginId));
  return unsaved.length > 0 && <Closing modules={unsaved} now={now} />;
});

function Closing({ modules, now }: { modules: readonly ClosingModule[]; now: number }) {
  const t = useHostTexts();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.showPopover(), []);
  return (
    <div ref={place} popover="manual" className={css['closing']}>
      {modules.map(({ pluginId, title: module, until }) => {
        const open = until !== null && until > now;
        return (
          <div key={pluginId} className={css['module']}>
            <span role="status">
              {open ? t('closing.until', { module, time: formatTime(until) }) : t('closing.ended', { module })}
            </span>
            {open && (
              // Nobody wants to hear it every minute.
              <span aria-hidden="true" className={css['left']}>
                {t('closing.left', { minutes: Math.ceil((until - now) / minute) })}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

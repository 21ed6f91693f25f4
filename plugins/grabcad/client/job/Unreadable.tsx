import { EmptyState, LightButton, messageOf, usePlugin, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { createJobPath } from '../paths.ts';
import { TrayError } from '../../tray/TrayError.ts';
import type { TraySession } from '../tray/TraySession.ts';
import { entryQuery, type AddressProblem } from './trayAddress.ts';
import css from './job.module.css';

/** The address says nothing that a job could be made of: why, and how to come by one that does. */
export const Unreadable = observer(function Unreadable({
  problems,
  session,
}: {
  problems: readonly AddressProblem[];
  session: TraySession;
}) {
  const t = useTexts();
  const host = usePlugin();
  const [problem, setProblem] = useState<string | null>(null);
  const read = async () => {
    try {
      const [held, estimate] = [
        await session.ask('REQUEST_DATA', { what: 'TRAY' }),
        await session.ask('REQUEST_DATA', { what: 'ESTIMATE' }),
      ];
      if (held.what !== 'TRAY' || estimate.what !== 'ESTIMATE') return;
      if (held.tray.length === 0) return setProblem(t('address.emptyTray'));
      host.navigate(`${createJobPath}${entryQuery({ ...estimate, tray: held.tray, from: null })}`, { replace: true });
    } catch (error) {
      setProblem(error instanceof TrayError ? error.message : messageOf(error));
    }
  };
  return (
    <>
      <EmptyState title={t('address.title')} text={t('address.advice')} />
      <ul className={css['problems']}>
        {problems.map((one) => (
          <li key={one}>{t(`address.${one}`)}</li>
        ))}
      </ul>
      {session.connected && <LightButton onClick={() => void read()}>{t('address.read')}</LightButton>}
      {problem !== null && <p role="alert">{problem}</p>}
    </>
  );
});

import { LightButton, ProgressLine, StatusPill, useTexts, type Tone } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { TrayState } from '../../tray/client.ts';
import type { TraySession } from './TraySession.ts';
import css from './tray.module.css';

const tones: Record<TrayState, Tone> = {
  idle: 'grey',
  connecting: 'blue',
  pairing: 'amber',
  connected: 'green',
  lost: 'red',
  denied: 'red',
  incompatible: 'red',
};

/** Is the tray tool there, what does its tray hold, and what to do when it is not. */
export const TrayPanel = observer(function TrayPanel({ session }: { session: TraySession }) {
  const t = useTexts();
  const { status, tray, progress } = session;
  const waiting = status.state === 'connecting' || status.state === 'pairing';
  return (
    <section className={css['panel']} aria-label={t('tray.title')}>
      <StatusPill tone={tones[status.state]}>{t(`tray.state.${status.state}`)}</StatusPill>
      <p className={css['text']} role="status">
        {session.connected
          ? t('tray.holds', { tool: status.tool?.name ?? '', count: tray.length })
          : (status.reason ?? t(`tray.advice.${session.advice}`))}
      </p>
      {progress !== null && <ProgressLine label={t('tray.sending')} value={progress} />}
      {!session.connected && (
        <LightButton onClick={session.connect} loading={waiting}>
          {t('tray.connect')}
        </LightButton>
      )}
    </section>
  );
});

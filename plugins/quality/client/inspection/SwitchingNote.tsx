import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { Switching } from '@sinter/sdk/contract/quality/inspections';
import type { PluginHost } from '@sinter/sdk/plugin';
import { ConfirmDialog, LightButton, LightInput, StatusPill, useTexts, type Tone } from '@sinter/sdk/ui';
import type { InspectionStore } from './InspectionStore.ts';
import css from './inspection.module.css';

const tones: Readonly<Record<Switching['severity'], Tone>> = { NORMAL: 'grey', TIGHTENED: 'amber', REDUCED: 'green' };

interface SwitchingNoteProps {
  store: InspectionStore;
  switching: Switching;
  mayResume: boolean;
}

/** How strictly the lot is inspected by ISO 2859-1, and which lots before it have led to that. */
export const SwitchingNote = observer(function SwitchingNote({ store, switching, mayResume }: SwitchingNoteProps) {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { severity, discontinued } = switching;
  return (
    <div className={css['keep']} role="note">
      <StatusPill tone={discontinued ? 'red' : tones[severity]}>
        {t(discontinued ? 'switching.discontinued' : `switching.${severity}`)}
      </StatusPill>
      <span>{whyText(switching, t)}</span>
      {mayResume && <LightButton onClick={() => setAsking(true)}>{t('switching.resume')}</LightButton>}
      <ConfirmDialog
        open={asking}
        title={t('switching.resume')}
        yes={t('switching.resume')}
        ready={reason.trim() !== ''}
        onAnswer={(yes) => {
          setAsking(false);
          if (yes) void store.resuming.run(reason.trim());
        }}
      >
        <label className={css['stack']}>
          {t('switching.reason')}
          <LightInput maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
        </label>
      </ConfirmDialog>
    </div>
  );
});

function whyText({ severity, since, why, refused, of, score, discontinued }: Switching, t: PluginHost['t']): string {
  if (discontinued) return t('switching.why.END', { lot: since ?? '', refused, of });
  if (why === 'START' || since === null) return t('switching.why.START', { score });
  if (severity === 'NORMAL') return t(`switching.why.${why === 'ACCEPTED' ? 'ACCEPTED' : 'BACK'}`, { lot: since, of });
  if (severity === 'REDUCED') return t('switching.why.SCORE', { lot: since });
  return t(`switching.why.${why === 'RESUMED' ? 'RESUMED' : 'REFUSED'}`, { lot: since, refused, of });
}

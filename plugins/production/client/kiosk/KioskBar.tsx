import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { deviceName } from './device.ts';
import type { Kiosk } from './Kiosk.ts';
import css from './kiosk.module.css';

const PinPad = lazy(() => import('./PinPad.tsx'));

/** At a kiosk: who works here now, and where they enter their PIN. */
export const KioskBar = observer(function KioskBar({ kiosk }: { kiosk: Kiosk }) {
  const t = useTexts();
  if (!kiosk.asks) return null;
  const { stretch, asked } = kiosk;
  const device = deviceName();
  return (
    <div className={css['bar']} data-held={stretch !== null}>
      <span role="status">
        {stretch ? t('kiosk.at', { name: stretch.name }) : t('kiosk.asks')}
        {device !== '' && <bdi className={css['quiet']}>{device}</bdi>}
      </span>
      {stretch && <LightButton onClick={() => kiosk.leave()}>{t('kiosk.leave')}</LightButton>}
      <Suspense fallback={null}>{asked && <PinPad kiosk={kiosk} />}</Suspense>
    </div>
  );
});

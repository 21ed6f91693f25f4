import { observer } from 'mobx-react-lite';
import type { MesSettings } from '@sinter/sdk/contract/production/mes';
import { useTexts } from '@sinter/sdk/ui';
import { NumberField, Tick } from './Fields.tsx';
import type { MesStore } from './MesStore.ts';
import css from './mes.module.css';

/** How people are told apart at a tablet that all of them use. */
export const Kiosk = observer(function Kiosk({ store, value }: { store: MesStore; value: MesSettings }) {
  const t = useTexts();
  const { kiosk } = value;
  const set = (part: Partial<MesSettings['kiosk']>) => store.set({ kiosk: { ...kiosk, ...part } });
  return (
    <div className={css['fields']}>
      <div className={css['wide']}>
        <Tick label={t('mes.pin')} checked={kiosk.pin} onChange={(pin) => set({ pin })} />
        <span className={css['quiet']}>{t(kiosk.pin ? 'mes.pin.on' : 'mes.pin.off')}</span>
      </div>
      {kiosk.pin && (
        <NumberField
          label={t('mes.stretch')}
          hint={t('mes.stretch.hint')}
          lowest={0}
          highest={3600}
          value={kiosk.stretchSeconds}
          problem={store.editor.problems['kiosk.stretchSeconds']}
          onChange={(seconds) => set({ stretchSeconds: seconds ?? 0 })}
        />
      )}
    </div>
  );
});

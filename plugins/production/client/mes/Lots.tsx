import { observer } from 'mobx-react-lite';
import { lotNumberFault, lotNumberOf, type MesSettings } from '@sinter/sdk/contract/production/mes';
import { useTexts } from '@sinter/sdk/ui';
import { NumberField, TextField, Tick } from './Fields.tsx';
import type { MesStore } from './MesStore.ts';
import css from './mes.module.css';

/** How large lots are, what they are called, and how they go on. */
export const Lots = observer(function Lots({ store, value }: { store: MesStore; value: MesSettings }) {
  const t = useTexts();
  const { problems } = store.editor;
  const { mostPerLot, lotNumber, overproduction } = value;
  const example =
    lotNumber === '' || lotNumberFault(lotNumber) !== null
      ? t('mes.lotNumber.hint')
      : t('mes.lotNumber.example', { number: lotNumberOf(lotNumber, new Date(), 'UTC', 1) });
  return (
    <div className={css['fields']}>
      <NumberField
        label={t('mes.mostPerLot')}
        hint={t('mes.mostPerLot.hint')}
        lowest={1}
        highest={1_000_000}
        value={mostPerLot}
        problem={problems['mostPerLot']}
        onChange={(most) => store.set({ mostPerLot: most })}
      />
      <TextField
        label={t('mes.lotNumber')}
        hint={example}
        most={40}
        placeholder="L-{YYYY}-{####}"
        value={lotNumber}
        problem={problems['lotNumber']}
        onChange={(pattern) => store.set({ lotNumber: pattern })}
      />
      <NumberField
        label={t('mes.overproduction')}
        hint={t('mes.overproduction.hint')}
        lowest={0}
        highest={100}
        value={overproduction}
        problem={problems['overproduction']}
        onChange={(percent) => store.set({ overproduction: percent ?? 0 })}
      />
      {(['lotStreaming', 'autoAdvance'] as const).map((field) => (
        <div key={field} className={css['wide']}>
          <Tick label={t(`mes.${field}`)} checked={value[field]} onChange={(on) => store.set({ [field]: on })} />
          <span className={css['quiet']}>{t(`mes.${field}.hint`)}</span>
        </div>
      ))}
    </div>
  );
});

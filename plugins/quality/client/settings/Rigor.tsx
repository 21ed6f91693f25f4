import { observer } from 'mobx-react-lite';
import { gateRigorSchema, rigorSchema, type QualitySettings } from '@sinter/sdk/contract/quality/settings';
import { LightSelect, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import { gates } from './facts.ts';
import type { QualityStore } from './QualityStore.ts';
import css from './settings.module.css';

/** How much has to be decided, and what an open non-conformance stops. */
export const Rigor = observer(function Rigor({ store, value }: { store: QualityStore; value: QualitySettings }) {
  const t = useTexts();
  return (
    <div className={css['fields']}>
      <Labelled wide label={t('quality.rigor.label')} hint={t(`quality.rigor.${value.rigor}.hint`)}>
        {(field) => (
          <LightSelect
            {...field}
            value={value.rigor}
            onChange={({ target }) => store.set({ rigor: rigorSchema.parse(target.value) })}
          >
            {rigorSchema.options.map((each) => (
              <option key={each} value={each}>
                {t(`quality.rigor.${each}`)}
              </option>
            ))}
          </LightSelect>
        )}
      </Labelled>
      <p className={css['lead']}>{t('quality.gates.hint')}</p>
      {gates.map((gate) => (
        <Labelled key={gate} label={t(`quality.gate.${gate}`)} hint={t(`quality.gateRigor.${value.gates[gate]}.hint`)}>
          {(field) => (
            <LightSelect
              {...field}
              value={value.gates[gate]}
              onChange={({ target }) =>
                store.set({ gates: { ...value.gates, [gate]: gateRigorSchema.parse(target.value) } })
              }
            >
              {gateRigorSchema.options.map((each) => (
                <option key={each} value={each}>
                  {t(`quality.gateRigor.${each}`)}
                </option>
              ))}
            </LightSelect>
          )}
        </Labelled>
      ))}
    </div>
  );
});

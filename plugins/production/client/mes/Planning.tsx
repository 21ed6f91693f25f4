import { observer } from 'mobx-react-lite';
import { planningRulesSchema, type PlanningRules } from '@sinter/sdk/contract/scheduling/calendar';
import { LightSelect, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import { NumberField, Tick } from './Fields.tsx';
import type { MesStore } from './MesStore.ts';
import css from './mes.module.css';

const grids = planningRulesSchema.shape.gridMinutes.options.map(({ value }) => value);

/** The rules that the facility's calendar holds: they are one thing, edited here or there. */
export const Planning = observer(function Planning({ store, rules }: { store: MesStore; rules: PlanningRules }) {
  const t = useTexts();
  const { problems } = store.editor;
  const set = (part: Partial<PlanningRules>) => store.set({ planning: { ...rules, ...part } });
  return (
    <div className={css['fields']}>
      <Labelled label={t('mes.grid')} hint={t('mes.grid.hint')}>
        {(field) => (
          <LightSelect
            {...field}
            value={rules.gridMinutes}
            onChange={({ target }) => {
              const chosen = grids.find((minutes) => String(minutes) === target.value);
              if (chosen) set({ gridMinutes: chosen });
            }}
          >
            {grids.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t('mes.grid.minutes', { minutes })}
              </option>
            ))}
          </LightSelect>
        )}
      </Labelled>
      <NumberField
        label={t('mes.changeover')}
        hint={t('mes.changeover.hint')}
        lowest={0}
        highest={1440}
        value={rules.changeoverMinutes}
        problem={problems['planning.changeoverMinutes']}
        onChange={(minutes) => set({ changeoverMinutes: minutes ?? 0 })}
      />
      <div className={css['wide']}>
        <Tick label={t('mes.unattended')} checked={rules.unattended} onChange={(unattended) => set({ unattended })} />
        <span className={css['quiet']}>{t(rules.unattended ? 'mes.unattended.on' : 'mes.unattended.off')}</span>
      </div>
    </div>
  );
});

import { observer } from 'mobx-react-lite';
import type { MesSettings } from '@sinter/sdk/contract/production/mes';
import { LightSelect, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import { nameOf } from '../words.ts';
import { Cards } from './Cards.tsx';
import { KindField, TextField, Tick } from './Fields.tsx';
import type { MesStore } from './MesStore.ts';
import { StepChecks } from './StepChecks.tsx';
import css from './mes.module.css';
import { wrongAt } from './wrongAt.ts';

const most = 200;

/** The catalogue that templates choose from. */
export const Steps = observer(function Steps({ store, value }: { store: MesStore; value: MesSettings }) {
  const t = useTexts();
  const { steps, workCenters } = value;
  const { problems } = store.editor;
  return (
    <Cards
      label={t('steps')}
      items={steps}
      nameOf={(step) => nameOf(t, step)}
      aboutOf={({ workCenter, checks }) => {
        const center = workCenters.find(({ key }) => key === workCenter);
        const asked = checks.length > 0 ? ` · ${t('mes.checks', { count: checks.length })}` : '';
        return `${center ? nameOf(t, center) : '–'}${asked}`;
      }}
      isWrong={(index) => wrongAt(problems, `steps.${index}`)}
      least={1}
      add={t('mes.addStep')}
      onAdd={steps.length < most ? () => store.addStep() : null}
      onChange={(changed) => store.set({ steps: changed })}
      onRemove={(index) => store.removeStep(index)}
    >
      {(step, index, change) => {
        const fitting = workCenters.filter(({ kind }) => kind === step.kind);
        return (
          <>
            <TextField
              label={t('mes.name')}
              most={80}
              placeholder={t(`kind.${step.kind}`)}
              value={step.name}
              problem={problems[`steps.${index}.name`]}
              onChange={(name) => change({ name })}
            />
            <KindField label={t('mes.kind')} value={step.kind} onChange={(kind) => store.setKind(index, kind)} />
            <Labelled label={t('page.workCenter')} problem={problems[`steps.${index}.workCenter`]}>
              {(field) => (
                <LightSelect
                  {...field}
                  value={fitting.some(({ key }) => key === step.workCenter) ? step.workCenter : ''}
                  onChange={({ target }) => change({ workCenter: target.value })}
                >
                  <option value="" disabled>
                    {t('mes.choose')}
                  </option>
                  {fitting.map((center) => (
                    <option key={center.key} value={center.key}>
                      {nameOf(t, center)}
                    </option>
                  ))}
                </LightSelect>
              )}
            </Labelled>
            <div className={css['ticks']}>
              <Tick label={t('mes.optional')} checked={step.optional} onChange={(optional) => change({ optional })} />
              <Tick
                label={t('mes.asksBatch')}
                checked={step.asksBatch}
                onChange={(asksBatch) => change({ asksBatch })}
              />
            </div>
            <TextField
              area
              label={t('step.instructions')}
              most={2000}
              value={step.instructions}
              problem={problems[`steps.${index}.instructions`]}
              onChange={(instructions) => change({ instructions })}
            />
            <StepChecks
              checks={step.checks}
              path={`steps.${index}.checks`}
              problems={problems}
              onChange={(checks) => change({ checks })}
            />
          </>
        );
      }}
    </Cards>
  );
});

import { aqlSchema, inspectionLevelSchema, samplingKindSchema } from '@sinter/sdk/contract/quality/inspectionPlans';
import { LightInput, LightSelect, Section, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { Labelled } from '@sinter/sdk/ui/versions';
import type { EnteredPlan } from './entered.ts';
import type { PlanAnswer } from './planAnswer.ts';
import css from './inspection.module.css';

export interface PlanPartProps {
  value: EnteredPlan;
  problems: Readonly<Record<string, string>>;
  change: (part: Partial<EnteredPlan>) => void;
}

/** What a plan is for, and how many pieces are inspected. */
export function PlanScope({ value, problems, change, known }: PlanPartProps & { known: PlanAnswer }) {
  const t = useTexts();
  const many = (part: 'processIds' | 'materialIds', from: 'processes' | 'materials') => (
    <Labelled label={t(`plan.${from}`)} problem={problems[part]}>
      {(field) => (
        <Select
          {...field}
          mode="multiple"
          placeholder={t('plan.any')}
          optionFilterProp="label"
          value={value[part]}
          options={known[from].map((each) => ({ value: each.id, label: each.name }))}
          onChange={(ids: number[]) => change({ [part]: ids })}
        />
      )}
    </Labelled>
  );
  return (
    <Section title={t('plan.for')}>
      <div className={css['fields']}>
        <Labelled label={t('plan.name')} problem={problems['name']}>
          {(field) => (
            <LightInput
              {...field}
              dir="auto"
              maxLength={80}
              value={value.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Labelled>
        <Labelled label={t('ncr.part')} problem={problems['partId']}>
          {(field) => (
            <Select
              {...field}
              allowClear
              showSearch
              placeholder={t('plan.any')}
              optionFilterProp="label"
              value={value.partId ?? undefined}
              options={known.parts.map((each) => ({ value: each.id, label: each.name }))}
              onChange={(part: number | undefined) => change({ partId: part ?? null })}
            />
          )}
        </Labelled>
        {many('processIds', 'processes')}
        {many('materialIds', 'materials')}
        <Labelled label={t('inspection.sampling')}>
          {(field) => (
            <LightSelect
              {...field}
              value={value.sampling}
              onChange={({ target }) => change({ sampling: samplingKindSchema.parse(target.value) })}
            >
              {samplingKindSchema.options.map((each) => (
                <option key={each} value={each}>
                  {t(`plan.sampling.${each}`)}
                </option>
              ))}
            </LightSelect>
          )}
        </Labelled>
        {value.sampling === 'AQL' && (
          <>
            <Labelled label={t('plan.level')}>
              {(field) => (
                <LightSelect
                  {...field}
                  value={value.level}
                  onChange={({ target }) => change({ level: inspectionLevelSchema.parse(target.value) })}
                >
                  {inspectionLevelSchema.options.map((each) => (
                    <option key={each}>{each}</option>
                  ))}
                </LightSelect>
              )}
            </Labelled>
            <Labelled label={t('plan.aql')}>
              {(field) => (
                <LightSelect
                  {...field}
                  value={value.aql}
                  onChange={({ target }) => change({ aql: aqlSchema.parse(target.value) })}
                >
                  {aqlSchema.options.map((each) => (
                    <option key={each}>{each}</option>
                  ))}
                </LightSelect>
              )}
            </Labelled>
            <label className={css['choice']}>
              <input
                type="checkbox"
                checked={value.reduces}
                onChange={({ target }) => change({ reduces: target.checked })}
              />
              {t('plan.reduces')}
            </label>
          </>
        )}
      </div>
      {value.sampling === 'AQL' && <p className={css['under']}>{t('plan.switching')}</p>}
    </Section>
  );
}

import { checkKindSchema, type StepCheck } from '@sinter/sdk/contract/production/mes';
import { LightSelect, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import { Cards } from './Cards.tsx';
import { LinesField, NumberField, TextField, Tick } from './Fields.tsx';
import { freeKey } from './MesStore.ts';
import css from './mes.module.css';
import { wrongAt } from './wrongAt.ts';

interface StepChecksProps {
  checks: readonly StepCheck[];
  /** Of `checks` in the setting. */
  path: string;
  problems: Readonly<Record<string, string>>;
  /** How many fit. */
  most?: number;
  /** Where something else than checks of a step is edited. */
  title?: string;
  onChange: (checks: StepCheck[]) => void;
}

const none = { unit: '', lowest: null, highest: null, choices: [] };

/** What is asked at a step. */
export function StepChecks({ checks, path, problems, most = 30, title, onChange }: StepChecksProps) {
  const t = useTexts();
  const label = title ?? t('checks');
  const add = () =>
    onChange([...checks, { key: freeKey(checks), kind: 'CHECKBOX', label: '', required: true, ...none }]);
  return (
    <div className={css['checks']}>
      {title === undefined && <strong>{label}</strong>}
      <Cards
        label={label}
        items={checks}
        nameOf={({ label, kind }) => label || t(`mes.check.${kind}`)}
        aboutOf={({ kind }) => t(`mes.check.${kind}`)}
        isWrong={(index) => wrongAt(problems, `${path}.${index}`)}
        least={0}
        add={t('mes.addCheck')}
        onAdd={checks.length < most ? add : null}
        onChange={onChange}
      >
        {(check, index, change) => {
          const problem = (part: keyof StepCheck) => problems[`${path}.${index}.${part}`];
          return (
            <>
              <TextField
                label={t('mes.label')}
                most={80}
                value={check.label}
                problem={problem('label')}
                onChange={(label) => change({ label })}
              />
              <Labelled label={t('mes.checkKind')}>
                {(field) => (
                  <LightSelect
                    {...field}
                    value={check.kind}
                    onChange={({ target }) => change({ kind: checkKindSchema.parse(target.value), ...none })}
                  >
                    {checkKindSchema.options.map((kind) => (
                      <option key={kind} value={kind}>
                        {t(`mes.check.${kind}`)}
                      </option>
                    ))}
                  </LightSelect>
                )}
              </Labelled>
              <Tick
                label={t('check.required')}
                checked={check.required}
                onChange={(required) => change({ required })}
              />
              {check.kind === 'MEASUREMENT' && (
                <>
                  <TextField
                    label={t('mes.unit')}
                    most={12}
                    value={check.unit}
                    problem={problem('unit')}
                    onChange={(unit) => change({ unit })}
                  />
                  <NumberField
                    label={t('mes.lowest')}
                    value={check.lowest}
                    problem={problem('lowest')}
                    onChange={(lowest) => change({ lowest })}
                  />
                  <NumberField
                    label={t('mes.highest')}
                    value={check.highest}
                    problem={problem('highest')}
                    onChange={(highest) => change({ highest })}
                  />
                </>
              )}
              {check.kind === 'LIST' && (
                <LinesField
                  label={t('mes.choices')}
                  hint={t('mes.lines')}
                  value={check.choices}
                  problem={problem('choices')}
                  onChange={(choices) => change({ choices })}
                />
              )}
            </>
          );
        }}
      </Cards>
    </div>
  );
}

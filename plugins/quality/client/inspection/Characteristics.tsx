import { characteristicKindSchema, mostCharacteristics } from '@sinter/sdk/contract/quality/inspectionPlans';
import { newId } from '@sinter/sdk/plugin';
import { LightButton, LightInput, LightSelect, Section, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import type { EnteredCharacteristic } from './entered.ts';
import { NumberText } from './NumberText.tsx';
import type { PlanPartProps } from './PlanScope.tsx';
import css from './inspection.module.css';

const none = { nominal: null, lowest: null, highest: null };

/** What is measured, in its order. */
export function Characteristics({ value: { characteristics }, problems, change }: PlanPartProps) {
  const t = useTexts();
  const changeAt = (index: number, part: Partial<EnteredCharacteristic>) =>
    change({ characteristics: characteristics.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  const swap = (index: number) => {
    const list = [...characteristics];
    const [one] = list.splice(index, 1);
    if (one) change({ characteristics: list.toSpliced(index - 1, 0, one) });
  };
  const add = () =>
    change({
      characteristics: [
        ...characteristics,
        {
          ...{ key: newId(), number: String(characteristics.length + 1), name: '', unit: 'mm' },
          ...{ kind: 'VARIABLE', ...none, method: '', isKey: false },
        },
      ],
    });
  return (
    <Section title={t('plan.characteristics')}>
      {problems['characteristics'] !== undefined && (
        <p role="alert" className={css['problem']}>
          {problems['characteristics']}
        </p>
      )}
      <ol className={css['cards']} aria-label={t('plan.characteristics')}>
        {characteristics.map((each, index) => {
          const name = each.name || each.number || String(index + 1);
          return (
            <li key={each.key}>
              <Card
                one={each}
                problem={(part) => problems[`characteristics.${index}.${part}`]}
                change={(part) => changeAt(index, part)}
              />
              <div className={css['keep']}>
                <LightButton
                  size="small"
                  disabled={index === 0}
                  aria-label={t('plan.upNamed', { name })}
                  onClick={() => swap(index)}
                >
                  {t('plan.up')}
                </LightButton>
                <LightButton
                  size="small"
                  aria-label={t('plan.removeNamed', { name })}
                  onClick={() => change({ characteristics: characteristics.toSpliced(index, 1) })}
                >
                  {t('plan.remove')}
                </LightButton>
              </div>
            </li>
          );
        })}
      </ol>
      {characteristics.length < mostCharacteristics && (
        <LightButton onClick={add}>{t('plan.addCharacteristic')}</LightButton>
      )}
    </Section>
  );
}

interface CardProps {
  one: EnteredCharacteristic;
  problem: (part: keyof EnteredCharacteristic) => string | undefined;
  change: (part: Partial<EnteredCharacteristic>) => void;
}

function Card({ one, problem, change }: CardProps) {
  const t = useTexts();
  const text = (part: 'number' | 'name' | 'unit' | 'method', most: number) => (
    <Labelled label={t(`plan.${part}Of`)} problem={problem(part)}>
      {(field) => (
        <LightInput
          {...field}
          dir="auto"
          maxLength={most}
          value={one[part]}
          onChange={({ target }) => change({ [part]: target.value })}
        />
      )}
    </Labelled>
  );
  const number = (part: 'nominal' | 'lowest' | 'highest') => (
    <Labelled label={t(`plan.${part}`)} problem={typeof one[part] === 'string' ? t('plan.notNumber') : problem(part)}>
      {(field) => <NumberText {...field} value={one[part]} onChange={(now) => change({ [part]: now })} />}
    </Labelled>
  );
  return (
    <div className={css['fields']}>
      {text('number', 12)}
      {text('name', 80)}
      <Labelled label={t('plan.kind')}>
        {(field) => (
          <LightSelect
            {...field}
            value={one.kind}
            onChange={({ target }) => {
              const kind = characteristicKindSchema.parse(target.value);
              change(kind === 'ATTRIBUTE' ? { kind, ...none, unit: '' } : { kind, unit: 'mm' });
            }}
          >
            {characteristicKindSchema.options.map((kind) => (
              <option key={kind} value={kind}>
                {t(`plan.kind.${kind}`)}
              </option>
            ))}
          </LightSelect>
        )}
      </Labelled>
      {one.kind === 'VARIABLE' && (
        <>
          {number('nominal')}
          {number('lowest')}
          {number('highest')}
          {text('unit', 12)}
        </>
      )}
      {text('method', 80)}
      <label className={css['choice']}>
        <input type="checkbox" checked={one.isKey} onChange={({ target }) => change({ isKey: target.checked })} />
        {t('plan.key')}
      </label>
    </div>
  );
}

import { observer } from 'mobx-react-lite';
import {
  aqlSchema,
  characteristicKindSchema,
  inspectionLevelSchema,
  inspectionPlanKind,
  inspectionPlanSchema,
  mostCharacteristics,
  samplingKindSchema,
  type Characteristic,
  type InspectionPlan,
} from '@sinter/sdk/contract/quality/inspectionPlans';
import { newId, type PluginHost } from '@sinter/sdk/plugin';
import { SettingEditor, type SettingFact } from '@sinter/sdk/state/versions';
import {
  ErrorNotice,
  LightButton,
  LightInput,
  LightSelect,
  Loading,
  Section,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { VersionBar } from '@sinter/sdk/ui/versions';
import { Labelled } from '../Labelled.tsx';
import { numberIn } from '../../shared/inspection/judge.ts';
import { NumberText } from './NumberText.tsx';
import type { PlanAnswer } from './planAnswer.ts';
import { limitsText } from './words.tsx';
import css from './inspection.module.css';

type Texts = PluginHost['t'];

const nameIn = (list: readonly { id: number; name: string }[], id: number): string =>
  list.find((each) => each.id === id)?.name ?? `#${id}`;

/** What a plan says, in the reader's words, for what changed between two versions. */
function factsOf(t: Texts, plan: InspectionPlan, known: PlanAnswer): SettingFact[] {
  const { partId, processIds, materialIds, sampling, level, aql } = plan;
  return [
    { key: 'name', label: t('plan.name'), text: plan.name },
    { key: 'part', label: t('ncr.part'), text: partId === null ? '' : nameIn(known.parts, partId) },
    {
      key: 'processes',
      label: t('plan.processes'),
      text: processIds.map((id) => nameIn(known.processes, id)).join(', '),
    },
    {
      key: 'materials',
      label: t('plan.materials'),
      text: materialIds.map((id) => nameIn(known.materials, id)).join(', '),
    },
    {
      key: 'sampling',
      label: t('inspection.sampling'),
      text: sampling === 'AQL' ? `ISO 2859-1 ${level}, AQL ${aql}` : t(`plan.sampling.${sampling}`),
    },
    ...plan.characteristics.map((each) => ({
      key: `characteristic.${each.key}`,
      label: `${each.number} ${each.name}`.trim(),
      text: [
        limitsText(each, t),
        each.nominal === null ? '' : t('plan.nominalIs', { value: each.nominal }),
        each.method,
        each.isKey ? t('plan.key') : '',
      ]
        .filter(Boolean)
        .join(' · '),
    })),
  ];
}

/** A plan as it is drafted and released: what it is for, how many pieces, and what is measured. */
export default observer(function PlanEditor({ id, known }: { id: number; known: PlanAnswer }) {
  const t = useTexts();
  const editor = useStore(
    (host) =>
      new SettingEditor<InspectionPlan>(host, {
        kind: inspectionPlanKind,
        elementId: String(id),
        schema: inspectionPlanSchema,
        entering: inspectionPlanSchema,
        facts: (value) => factsOf(t, value, known),
      }),
  );
  const { value, problems } = editor;
  if (editor.reading.error !== null && !value) {
    return <ErrorNotice subject={known.row.name} error={editor.reading.error} onRetry={() => editor.reading.retry()} />;
  }
  if (!value) return <Loading />;
  const change = (part: Partial<InspectionPlan>) => editor.change({ ...value, ...part });
  const { characteristics } = value;
  const changeAt = (index: number, part: Partial<Characteristic>) =>
    change({ characteristics: characteristics.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  const swap = (index: number) => {
    const list = [...characteristics];
    const [one] = list.splice(index, 1);
    if (one) change({ characteristics: list.toSpliced(index - 1, 0, one) });
  };
  const many = (part: 'processIds' | 'materialIds', from: 'processes' | 'materials') => (
    <Labelled label={t(`plan.${from}`)} problem={problems[part]}>
      {(field) => (
        <Select
          id={field}
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
    <div className={css['editor']}>
      <VersionBar editor={editor} />
      <Section title={t('plan.for')}>
        <div className={css['fields']}>
          <Labelled label={t('plan.name')} problem={problems['name']}>
            {(field, described) => (
              <LightInput
                id={field}
                {...described}
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
                id={field}
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
                id={field}
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
                    id={field}
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
                    id={field}
                    value={value.aql}
                    onChange={({ target }) => change({ aql: aqlSchema.parse(target.value) })}
                  >
                    {aqlSchema.options.map((each) => (
                      <option key={each}>{each}</option>
                    ))}
                  </LightSelect>
                )}
              </Labelled>
            </>
          )}
        </div>
      </Section>
      <Section title={t('plan.characteristics')}>
        {problems['characteristics'] !== undefined && (
          <p role="alert" className={css['problem']}>
            {problems['characteristics']}
          </p>
        )}
        <ol className={css['cards']} aria-label={t('plan.characteristics')}>
          {characteristics.map((each, index) => {
            const problem = (part: keyof Characteristic) => problems[`characteristics.${index}.${part}`];
            const text = (part: 'number' | 'name' | 'unit' | 'method', most: number) => (
              <Labelled label={t(`plan.${part}Of`)} problem={problem(part)}>
                {(field, described) => (
                  <LightInput
                    id={field}
                    {...described}
                    dir="auto"
                    maxLength={most}
                    value={each[part]}
                    onChange={({ target }) => changeAt(index, { [part]: target.value })}
                  />
                )}
              </Labelled>
            );
            const number = (part: 'nominal' | 'lowest' | 'highest') => (
              <Labelled label={t(`plan.${part}`)} problem={problem(part)}>
                {(field, described) => (
                  <NumberText
                    id={field}
                    {...described}
                    read={numberIn}
                    value={each[part]}
                    onChange={(now) => changeAt(index, { [part]: now })}
                  />
                )}
              </Labelled>
            );
            return (
              <li key={each.key}>
                <div className={css['fields']}>
                  {text('number', 12)}
                  {text('name', 80)}
                  <Labelled label={t('plan.kind')}>
                    {(field) => (
                      <LightSelect
                        id={field}
                        value={each.kind}
                        onChange={({ target }) => {
                          const kind = characteristicKindSchema.parse(target.value);
                          const none = { nominal: null, lowest: null, highest: null, unit: '' };
                          changeAt(index, { kind, ...(kind === 'ATTRIBUTE' ? none : { unit: 'mm' }) });
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
                  {each.kind === 'VARIABLE' && (
                    <>
                      {number('nominal')}
                      {number('lowest')}
                      {number('highest')}
                      {text('unit', 12)}
                    </>
                  )}
                  {text('method', 80)}
                  <label className={css['choice']}>
                    <input
                      type="checkbox"
                      checked={each.isKey}
                      onChange={({ target }) => changeAt(index, { isKey: target.checked })}
                    />
                    {t('plan.key')}
                  </label>
                </div>
                <div className={css['keep']}>
                  <LightButton
                    size="small"
                    disabled={index === 0}
                    aria-label={t('plan.upNamed', { name: each.name || each.number || String(index + 1) })}
                    onClick={() => swap(index)}
                  >
                    {t('plan.up')}
                  </LightButton>
                  <LightButton
                    size="small"
                    aria-label={t('plan.removeNamed', { name: each.name || each.number || String(index + 1) })}
                    onClick={() => change({ characteristics: characteristics.filter((_, at) => at !== index) })}
                  >
                    {t('plan.remove')}
                  </LightButton>
                </div>
              </li>
            );
          })}
        </ol>
        {characteristics.length < mostCharacteristics && (
          <LightButton
            onClick={() =>
              change({
                characteristics: [
                  ...characteristics,
                  {
                    ...{
                      key: newId(),
                      number: String(characteristics.length + 1),
                      name: '',
                      unit: 'mm',
                    },
                    ...{ kind: 'VARIABLE', nominal: null, lowest: null, highest: null, method: '', isKey: false },
                  },
                ],
              })
            }
          >
            {t('plan.addCharacteristic')}
          </LightButton>
        )}
      </Section>
    </div>
  );
});

import { observer } from 'mobx-react-lite';
import {
  checklistKind,
  checklistSchema,
  mostItems,
  type Checklist,
  type ChecklistRow,
} from '@sinter/sdk/contract/production/checklists';
import { gateSchema } from '@sinter/sdk/contract/production/gates';
import { SettingEditor } from '@sinter/sdk/state/versions';
import { ErrorNotice, LightSelect, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { Labelled, VersionBar } from '@sinter/sdk/ui/versions';
import { TextField } from '../mes/Fields.tsx';
import { StepChecks } from '../mes/StepChecks.tsx';
import type { Known } from './ChecklistsStore.ts';
import { appliesTo, enteringSchema, factsOf, knowsMachines } from './facts.ts';
import css from './checklists.module.css';

/** One list: where it is asked, what it is for, and its items. */
export default observer(function Editor({ list, known }: { list: ChecklistRow; known: Known }) {
  const t = useTexts();
  const editor = useStore(
    (host) =>
      new SettingEditor<Checklist>(host, {
        kind: checklistKind,
        elementId: String(list.id),
        schema: checklistSchema,
        entering: enteringSchema,
        facts: (value) => factsOf(t, value, known),
      }),
  );
  const { value, problems } = editor;
  if (editor.reading.error !== null && !value) {
    return <ErrorNotice subject={list.name} error={editor.reading.error} onRetry={() => editor.reading.retry()} />;
  }
  if (!value) return <Loading />;
  const change = (part: Partial<Checklist>) => editor.change({ ...value, ...part });
  return (
    <div className={css['editor']}>
      <VersionBar editor={editor} />
      <Section title={t('lists.about')}>
        <div className={css['fields']}>
          <TextField
            label={t('lists.name')}
            most={80}
            value={value.name}
            problem={problems['name']}
            onChange={(name) => change({ name })}
          />
          <Labelled label={t('lists.gate')} hint={t(`gate.${value.gate}.hint`)} problem={problems['gate']}>
            {(field) => (
              <LightSelect
                {...field}
                value={value.gate}
                onChange={({ target }) => {
                  const gate = gateSchema.parse(target.value);
                  change({ gate, ...(knowsMachines({ gate }) ? {} : { equipmentIds: [] }) });
                }}
              >
                {gateSchema.options.map((gate) => (
                  <option key={gate} value={gate}>
                    {t(`gate.${gate}`)}
                  </option>
                ))}
              </LightSelect>
            )}
          </Labelled>
        </div>
      </Section>
      <Section title={t('lists.appliesTo')}>
        <p className={css['quiet']}>{t('lists.appliesTo.hint')}</p>
        <div className={css['fields']}>
          {appliesTo
            .filter(({ part }) => part !== 'equipmentIds' || knowsMachines(value))
            .map(({ part, from }) => (
              <Labelled key={part} label={t(`lists.${from}`)} problem={problems[part]}>
                {(field) => (
                  <Select
                    {...field}
                    mode="multiple"
                    placeholder={t('lists.all.of')}
                    optionFilterProp="label"
                    value={value[part]}
                    options={known[from].map((each) => ({ value: each.id, label: each.name }))}
                    onChange={(ids: number[]) => change({ [part]: ids })}
                  />
                )}
              </Labelled>
            ))}
        </div>
      </Section>
      <Section title={t('lists.itemsTitle')}>
        {problems['items'] !== undefined && (
          <p role="alert" className={css['problem']}>
            {problems['items']}
          </p>
        )}
        <StepChecks
          checks={value.items}
          path="items"
          title={t('lists.itemsTitle')}
          most={mostItems}
          problems={problems}
          onChange={(items) => change({ items })}
        />
      </Section>
    </div>
  );
});

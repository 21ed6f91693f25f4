import { observer } from 'mobx-react-lite';
import type { MesSettings, WorkplanTemplate } from '@sinter/sdk/contract/production/mes';
import { LightSelect, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { Labelled } from '@sinter/sdk/ui/versions';
import { nameOf } from '../words.ts';
import { Cards, moved, MoveButtons } from './Cards.tsx';
import { TextField } from './Fields.tsx';
import type { MesStore } from './MesStore.ts';
import { templateName, templateParts } from './mesFacts.ts';
import css from './mes.module.css';
import { wrongAt } from './wrongAt.ts';

const most = 200;
const mostSteps = 30;

/** Which parts go through which steps. */
export const Templates = observer(function Templates({ store, value }: { store: MesStore; value: MesSettings }) {
  const t = useTexts();
  const { templates, steps } = value;
  const { problems } = store.editor;
  return (
    <>
      {problems['templates'] !== undefined && (
        <p role="alert" className={css['problem']}>
          {problems['templates']}
        </p>
      )}
      <Cards
        label={t('mes.templates')}
        items={templates}
        nameOf={(template, index) => templateName(t, template, index)}
        aboutOf={(template) => stepNames(template).join(' → ')}
        isWrong={(index) => wrongAt(problems, `templates.${index}`)}
        least={1}
        add={t('mes.addTemplate')}
        onAdd={templates.length < most ? () => store.addTemplate() : null}
        onChange={(changed) => store.set({ templates: changed })}
      >
        {(template, index, change) => (
          <>
            <TextField
              label={t('mes.name')}
              most={80}
              placeholder={templateName(t, { name: '' }, index)}
              value={template.name}
              problem={problems[`templates.${index}.name`]}
              onChange={(name) => change({ name })}
            />
            {templateParts.map((part) => (
              <Labelled key={part} label={t(`mes.${part}`)} problem={problems[`templates.${index}.${part}`]}>
                {(field) => (
                  <Select<number[]>
                    {...field}
                    mode="multiple"
                    allowClear
                    placeholder={t('mes.all')}
                    showSearch={{ optionFilterProp: 'label' }}
                    value={template[part]}
                    options={store.named[part].map((each) => ({ value: each.id, label: each.name }))}
                    onChange={(ids) => change({ [part]: ids })}
                  />
                )}
              </Labelled>
            ))}
            <TemplateSteps
              template={template}
              steps={steps}
              problem={problems[`templates.${index}.steps`]}
              onChange={(keys) => change({ steps: keys })}
            />
          </>
        )}
      </Cards>
    </>
  );

  function stepNames(template: WorkplanTemplate): string[] {
    return template.steps.flatMap((key) => steps.filter((step) => step.key === key).map((step) => nameOf(t, step)));
  }
});

interface TemplateStepsProps {
  template: WorkplanTemplate;
  steps: MesSettings['steps'];
  problem: string | undefined;
  onChange: (keys: string[]) => void;
}

function TemplateSteps({ template, steps, problem, onChange }: TemplateStepsProps) {
  const t = useTexts();
  const chosen = template.steps;
  const free = steps.filter(({ key }) => !chosen.includes(key));
  return (
    <div className={css['checks']}>
      <strong>{t('mes.order')}</strong>
      <ol className={css['order']} aria-label={t('mes.order')}>
        {chosen.map((key, index) => {
          const step = steps.find((each) => each.key === key);
          const name = step ? nameOf(t, step) : '–';
          return (
            <li key={key}>
              <bdi>{name}</bdi>
              <MoveButtons
                name={name}
                index={index}
                count={chosen.length}
                least={1}
                onMove={(to) => onChange(moved(chosen, index, to))}
                onRemove={() => onChange(chosen.toSpliced(index, 1))}
              />
            </li>
          );
        })}
      </ol>
      {problem !== undefined && (
        <p role="alert" className={css['problem']}>
          {problem}
        </p>
      )}
      {free.length > 0 && chosen.length < mostSteps && (
        <LightSelect
          aria-label={t('mes.addTo')}
          value=""
          onChange={({ target }) => onChange([...chosen, target.value])}
        >
          <option value="" disabled>
            {t('mes.addTo')}
          </option>
          {free.map((step) => (
            <option key={step.key} value={step.key}>
              {nameOf(t, step)}
            </option>
          ))}
        </LightSelect>
      )}
    </div>
  );
}

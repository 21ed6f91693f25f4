import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import {
  capaHeadings,
  capaMethodSchema,
  capaTaskKindSchema,
  mostCapaProposals,
  type CapaMethod,
  type CapaProposal,
  type CapaTemplate,
} from '@sinter/sdk/contract/quality/capaTemplates';
import type { QualitySettings } from '@sinter/sdk/contract/quality/settings';
import { LightButton, LightInput, LightSelect, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import type { QualityStore } from './QualityStore.ts';
import css from './settings.module.css';

/** What a corrective action begins with, by its method: questions under its headings, and tasks. */
export default observer(function CapaTemplates({ store, value }: { store: QualityStore; value: QualitySettings }) {
  const t = useTexts();
  const [method, setMethod] = useState<CapaMethod>('EIGHT_D');
  const template = value.capaTemplates[method];
  const { questions, tasks } = template;
  const set = (part: Partial<CapaTemplate>) =>
    store.set({ capaTemplates: { ...value.capaTemplates, [method]: { ...template, ...part } } });
  return (
    <>
      <div className={css['fields']}>
        <Labelled label={t('capa.method')}>
          {(field) => (
            <LightSelect
              {...field}
              value={method}
              onChange={({ target }) => setMethod(capaMethodSchema.parse(target.value))}
            >
              {capaMethodSchema.options.map((each) => (
                <option key={each} value={each}>
                  {t(`capa.method.${each}`)}
                </option>
              ))}
            </LightSelect>
          )}
        </Labelled>
        <p className={css['lead']}>{t('capa.template.questions')}</p>
        {capaHeadings[method].map((heading) => (
          <Labelled key={heading} label={t(`capa.heading.${heading}`)}>
            {(field) => (
              <LightInput
                {...field}
                dir="auto"
                maxLength={300}
                value={questions[heading] ?? ''}
                onChange={({ target }) => set({ questions: { ...questions, [heading]: target.value } })}
              />
            )}
          </Labelled>
        ))}
      </div>
      <p className={css['lead']}>{t('capa.template.tasks')}</p>
      <ol className={css['rows']} aria-label={t('capa.template.tasks')}>
        {tasks.map((task, index) => (
          <li key={index}>
            <Proposal
              task={task}
              number={index + 1}
              problemOf={(part) => store.editor.problems[`capaTemplates.${method}.tasks.${index}.${part}`]}
              onChange={(part) => set({ tasks: tasks.map((each, at) => (at === index ? { ...each, ...part } : each)) })}
              onRemove={() => set({ tasks: tasks.toSpliced(index, 1) })}
            />
          </li>
        ))}
      </ol>
      <LightButton
        disabled={tasks.length >= mostCapaProposals}
        onClick={() => set({ tasks: [...tasks, { kind: 'CORRECTIVE', title: '', dueDays: null }] })}
      >
        {t('capa.task.add')}
      </LightButton>
    </>
  );
});

interface ProposalProps {
  task: CapaProposal;
  number: number;
  problemOf: (part: keyof CapaProposal) => string | undefined;
  onChange: (part: Partial<CapaProposal>) => void;
  onRemove: () => void;
}

function Proposal({ task: { kind, title, dueDays }, number, problemOf, onChange, onRemove }: ProposalProps) {
  const t = useTexts();
  const name = t('capa.template.task', { number });
  return (
    <div className={css['row']} role="group" aria-label={name}>
      <Labelled
        label={t('capa.task.title')}
        problem={problemOf('title') === undefined ? undefined : t('ncr.title.needed')}
      >
        {(field) => (
          <LightInput
            {...field}
            dir="auto"
            maxLength={200}
            value={title}
            onChange={({ target }) => onChange({ title: target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('capa.task.kind')}>
        {(field) => (
          <LightSelect
            {...field}
            value={kind}
            onChange={({ target }) => onChange({ kind: capaTaskKindSchema.parse(target.value) })}
          >
            {capaTaskKindSchema.options.map((each) => (
              <option key={each} value={each}>
                {t(`capa.task.kind.${each}`)}
              </option>
            ))}
          </LightSelect>
        )}
      </Labelled>
      <Labelled
        label={t('quality.dueDays')}
        problem={problemOf('dueDays') === undefined ? undefined : t('capa.template.daysWrong')}
      >
        {(field) => (
          <LightInput
            {...field}
            type="number"
            step={1}
            min={0}
            max={3650}
            value={dueDays ?? ''}
            onChange={({ target }) => onChange({ dueDays: target.value === '' ? null : Number(target.value) })}
          />
        )}
      </Labelled>
      <span className={css['buttons']}>
        <LightButton size="small" aria-label={t('plan.removeNamed', { name })} onClick={onRemove}>
          {t('plan.remove')}
        </LightButton>
      </span>
    </div>
  );
}

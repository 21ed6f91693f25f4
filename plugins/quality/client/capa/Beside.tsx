import { useState } from 'react';
import * as z from 'zod';
import { type Capa } from '@sinter/sdk/contract/quality/capas';
import { capaHeadings } from '@sinter/sdk/contract/quality/capaTemplates';
import { newId } from '@sinter/sdk/plugin';
import { useTexts } from '@sinter/sdk/ui';
import { DateField, today } from '@sinter/sdk/ui/dates';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { TextareaField } from '@sinter/sdk/ui/form';
import type { Beside as Which, CapaStore } from './CapaStore.ts';
import { DetailFields, detailSchema, type DetailValues } from './DetailFields.tsx';
import { LinkNcr } from './LinkNcr.tsx';
import type { People } from './people.ts';
import { useBegun } from '../useBegun.ts';
import { Done, Link, Task } from './TaskDrawers.tsx';

interface BesideProps {
  store: CapaStore;
  capa: Capa;
}

/** What is worked on beside a corrective action. */
export default function Beside({
  beside,
  people,
  ...props
}: BesideProps & { beside: Exclude<Which, null>; people: People }) {
  const { store } = props;
  switch (beside.what) {
    case 'change':
      return <Change {...props} people={people} />;
    case 'analysis':
      return <Analysis {...props} />;
    case 'ncr':
      return <LinkNcr {...props} />;
    case 'newTask':
      return <Task store={store} task={null} people={people} />;
    case 'task':
      return <Task store={store} task={beside.task} people={people} />;
    case 'done':
      return <Done store={store} task={beside.task} />;
    case 'link':
      return <Link store={store} task={beside.task} />;
    case 'VERIFY':
      return <Verify {...props} />;
    default:
      return <Check {...props} event={beside.what} />;
  }
}

const detailOf = ({ title, type, source, method, problem, owner, dueOn }: Capa): DetailValues => ({
  ...{ title, type, source, method, problem, ownerId: owner?.id ?? null, dueOn },
});

function Change({ store, capa, people }: BesideProps & { people: People }) {
  const t = useTexts();
  const schema = detailSchema(t);
  const { initialValues, save } = useBegun(capa, detailOf, () => store.read());
  return (
    <FormDrawer<DetailValues, z.output<typeof schema>>
      keep={`quality.capa.${capa.id}`}
      title={t('capa.change')}
      size={520}
      changedOnly
      onClose={() => store.open(null)}
      initialValues={initialValues}
      schema={schema}
      onSubmit={(values, form) => save(form, values, (begun) => store.save(begun, values))}
    >
      <DetailFields people={people} />
    </FormDrawer>
  );
}

function Analysis({ store, capa }: BesideProps) {
  const t = useTexts();
  const headings = capaHeadings[capa.method];
  const text = z.string().trim().max(4000);
  const schema = z.object({ analysis: z.record(z.string(), text), rootCause: text });
  const valuesOf = (now: Capa) => ({
    analysis: Object.fromEntries(headings.map((heading) => [heading, now.analysis[heading] ?? ''])),
    rootCause: now.rootCause,
  });
  const { initialValues, save } = useBegun(capa, valuesOf, () => store.read());
  return (
    <FormDrawer<z.infer<typeof schema>, z.output<typeof schema>>
      keep={`quality.capa.analysis.${capa.id}`}
      title={t('capa.analysis')}
      size={640}
      changedOnly
      onClose={() => store.open(null)}
      initialValues={initialValues}
      schema={schema}
      onSubmit={(values, form) => save(form, values, (begun) => store.save(begun, values))}
    >
      {headings.map((heading) => (
        <TextareaField
          key={heading}
          name={`analysis.${heading}`}
          label={t(`capa.heading.${heading}`)}
          hint={capa.questions[heading] || undefined}
          maxLength={4000}
          rows={3}
        />
      ))}
      <TextareaField
        name="rootCause"
        label={t('capa.rootCause')}
        hint={t('capa.rootCause.hint')}
        maxLength={4000}
        rows={4}
      />
    </FormDrawer>
  );
}

/** The work is done: when is its effect looked at? */
function Verify({ store, capa }: BesideProps) {
  const t = useTexts();
  const [eventId] = useState(newId);
  const schema = z.object({ checkOn: z.string(t('capa.checkOn.needed')) });
  const initialValues: { checkOn: string | null } = { checkOn: null };
  return (
    <FormDrawer<typeof initialValues, z.output<typeof schema>>
      keep={`quality.capa.verify.${capa.id}`}
      title={t('capa.event.VERIFY')}
      size={440}
      save={t('capa.event.VERIFY')}
      lead={<p>{t('capa.verify.lead')}</p>}
      onClose={() => store.open(null)}
      initialValues={initialValues}
      schema={schema}
      onSubmit={({ checkOn }) => store.fire({ eventId, event: 'VERIFY', checkOn, note: '' })}
    >
      <DateField name="checkOn" label={t('capa.checkOn')} required min={today()} />
    </FormDrawer>
  );
}

/** What the look at its effect has shown. */
function Check({ store, capa, event }: BesideProps & { event: 'FAIL' | 'CLOSE' }) {
  const t = useTexts();
  const [eventId] = useState(newId);
  const schema = z.object({ note: z.string().trim().min(1, t('capa.note.needed')).max(4000) });
  return (
    <FormDrawer
      keep={`quality.capa.${event}.${capa.id}`}
      title={t(`capa.event.${event}`)}
      size={440}
      save={t(`capa.event.${event}`)}
      danger={event === 'FAIL'}
      lead={<p>{t(`capa.check.lead.${event}`)}</p>}
      onClose={() => store.open(null)}
      initialValues={{ note: '' }}
      schema={schema}
      onSubmit={({ note }) => store.fire({ eventId, event, note, checkOn: null })}
    >
      <TextareaField name="note" label={t('capa.note')} required maxLength={4000} rows={5} />
    </FormDrawer>
  );
}

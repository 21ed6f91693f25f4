import * as z from 'zod';
import { FieldArray } from 'formik';
import { dispositionSchema } from '@sinter/sdk/contract/quality/settings';
import type { NcrDetail } from '@sinter/sdk/contract/quality/ncr';
import { changeNcr, containNcr } from '@sinter/sdk/contract/quality/ncrs';
import { newId } from '@sinter/sdk/plugin';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, usePlugin, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { NumberField, SelectField, SwitchField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import { DraftFields, draftSchema, dueAtOf, type DraftValues } from './DraftFields.tsx';
import type { Beside as Which, NcrStore } from './NcrStore.ts';
import type { NcrChoices } from './NcrsStore.ts';
import { useBegun } from '../useBegun.ts';
import css from './ncr.module.css';

interface BesideProps {
  store: NcrStore;
  ncr: NcrDetail;
  choices: NcrChoices;
}

/** What is worked on beside a non-conformance. */
export default function Beside({ beside, ...props }: BesideProps & { beside: Exclude<Which, 'capa'> }) {
  if (beside === 'change') return <Change {...props} />;
  if (beside === 'rows') return <Dispose {...props} />;
  if (beside === 'contain') return <Contain {...props} />;
  return <WithReason {...props} event={beside} />;
}

type ChangeValues = DraftValues & { customerVisible: boolean };

const changeOf = (ncr: NcrDetail): ChangeValues => ({
  ...{ title: ncr.title, description: ncr.description, type: ncr.type, severity: ncr.severity },
  ...{ defectId: ncr.defect?.id ?? null, affectedQuantity: ncr.affectedQuantity, assigneeId: ncr.assignee?.id ?? null },
  ...{ characteristic: ncr.characteristic, requirement: ncr.requirement, measured: ncr.measured },
  ...{ dueOn: ncr.dueAt?.slice(0, 10) ?? null, customerVisible: ncr.customerVisible },
});

function Change({ store, ncr, choices }: BesideProps) {
  const t = useTexts();
  const { api } = usePlugin();
  const schema = draftSchema(t).extend({ customerVisible: z.boolean() });
  const { initialValues, save } = useBegun(ncr, changeOf, () => store.read());
  return (
    <FormDrawer<ChangeValues, z.output<typeof schema>>
      keep={`quality.ncr.${ncr.id}`}
      title={t('ncr.change')}
      size={520}
      changedOnly
      onClose={() => store.open(null)}
      initialValues={initialValues}
      schema={schema}
      onSubmit={({ dueOn, ...draft }, form) =>
        save(form, { ...draft, dueOn }, async (begun) => {
          const dueAt = dueOn === changeOf(begun).dueOn ? begun.dueAt : dueAtOf(dueOn);
          const body = { ...draft, dueAt, version: begun.version };
          store.saved('change', await api.call(changeNcr, { params: { id: ncr.id }, body }));
        })
      }
    >
      <DraftFields choices={choices} />
      {ncr.may.show && (
        <SwitchField name="customerVisible" label={t('ncr.customerVisible')} hint={t('ncr.customerVisible.hint')} />
      )}
    </FormDrawer>
  );
}

function Dispose({ store, ncr, choices }: BesideProps) {
  const t = useTexts();
  const row = z.object({
    id: z.number().nullable(),
    done: z.boolean(),
    quantity: z.number(t('ncr.quantity.needed')).int().min(1, t('ncr.quantity.needed')),
    disposition: dispositionSchema.nullable(),
    reason: z.string().trim().max(500),
    toPosition: z.number().nullable(),
  });
  const all = formatNumber(ncr.affectedQuantity);
  const schema = z
    .object({ rows: z.array(row).min(1) })
    .refine(({ rows }) => rows.reduce((sum, { quantity }) => sum + quantity, 0) === ncr.affectedQuantity, {
      path: ['rows', 0, 'quantity'],
      error: t('ncr.rows.sum', { pieces: all }),
    });
  type Values = z.infer<typeof schema>;
  const valuesOf = ({ rows }: NcrDetail): Values => ({
    rows: rows.map(({ id, quantity, disposition, reason, toPosition, state }) => ({
      ...{ id, quantity, disposition, reason, toPosition },
      done: state === 'DONE',
    })),
  });
  const { initialValues, save } = useBegun(ncr, valuesOf, () => store.read());
  const fresh = { id: null, done: false, quantity: 1, disposition: null, reason: '', toPosition: null };
  return (
    <FormDrawer<Values, Values>
      keep={`quality.rows.${ncr.id}`}
      title={t('ncr.rows.edit')}
      size={560}
      lead={<p>{t('ncr.rows.lead', { pieces: all })}</p>}
      onClose={() => store.open(null)}
      initialValues={initialValues}
      schema={schema}
      onSubmit={({ rows }, form) =>
        save(form, { rows }, ({ version }) =>
          store.saveRows(
            version,
            rows.map(({ done: _done, ...each }) => each),
          ),
        )
      }
    >
      {({ values }) => (
        <FieldArray name="rows">
          {({ push, remove }) => (
            <>
              {values.rows.map(({ done, disposition, id }, index) => (
                <fieldset key={id ?? `new ${index}`} className={css['fieldset']} disabled={done}>
                  <legend>{t('ncr.row.number', { number: formatNumber(index + 1) })}</legend>
                  <NumberField
                    name={`rows.${index}.quantity`}
                    label={t('ncr.quantity')}
                    required
                    min={1}
                    precision={0}
                    disabled={done}
                  />
                  <SelectField
                    name={`rows.${index}.disposition`}
                    label={t('ncr.disposition')}
                    clearable
                    disabled={done}
                    options={choices.dispositions.map((value) => ({ value, label: t(`ncr.disposition.${value}`) }))}
                  />
                  {(disposition === 'REWORK' || disposition === 'REPAIR') && ncr.steps.length > 0 && (
                    <SelectField
                      name={`rows.${index}.toPosition`}
                      label={t('ncr.toStep')}
                      disabled={done}
                      options={ncr.steps.map(({ position, name, kind }) => ({
                        value: position,
                        label: name || t(`ncr.stepKind.${kind}`),
                      }))}
                    />
                  )}
                  <TextField name={`rows.${index}.reason`} label={t('ncr.reason')} maxLength={500} disabled={done} />
                  {!done && values.rows.length > 1 && (
                    <LightButton size="small" onClick={() => remove(index)}>
                      {t('ncr.row.remove', { number: formatNumber(index + 1) })}
                    </LightButton>
                  )}
                </fieldset>
              ))}
              <LightButton onClick={() => push(fresh)}>{t('ncr.row.add')}</LightButton>
            </>
          )}
        </FieldArray>
      )}
    </FormDrawer>
  );
}

function Contain({ store, ncr }: BesideProps) {
  const t = useTexts();
  const { api } = usePlugin();
  const { machine, lotId, subject } = ncr;
  const schema = z.object({
    lots: z.string().regex(/^\s*(?:\d+\s*(?:,\s*\d+\s*)*)?$/, t('ncr.contain.lots.wrong')),
    machine: z.boolean(),
    batch: z.string().trim().max(80),
  });
  return (
    <FormDrawer
      keep={`quality.contain.${ncr.id}`}
      title={t('ncr.contain')}
      size={440}
      save={t('ncr.contain')}
      lead={<p>{t('ncr.contain.lead')}</p>}
      onClose={() => store.open(null)}
      initialValues={{ lots: lotId === null ? '' : `${lotId}`, machine: false, batch: subject.batch }}
      schema={schema}
      onSubmit={async ({ lots, machine: held, batch }) => {
        const body = {
          eventId: newId(),
          lotIds: lots.split(',').flatMap((each) => (each.trim() === '' ? [] : [Number(each)])),
          equipmentIds: held && machine ? [machine.id] : [],
          batches: batch === '' ? [] : [batch],
        };
        store.saved('contain', await api.call(containNcr, { params: { id: ncr.id }, body }));
      }}
    >
      <TextField name="lots" label={t('ncr.contain.lots')} hint={t('ncr.contain.lots.hint')} />
      {machine && <SwitchField name="machine" label={t('ncr.contain.machine', { name: machine.name })} />}
      <TextField name="batch" label={t('ncr.batch')} maxLength={80} />
    </FormDrawer>
  );
}

function WithReason({ store, ncr, event }: BesideProps & { event: 'VOID' | 'REOPEN' }) {
  const t = useTexts();
  const schema = z.object({ reason: z.string().trim().min(1, t('ncr.reason.needed')).max(1000) });
  return (
    <FormDrawer
      keep={`quality.${event}.${ncr.id}`}
      title={t(`ncr.event.${event}`)}
      size={440}
      save={t(`ncr.event.${event}`)}
      danger={event === 'VOID'}
      onClose={() => store.open(null)}
      initialValues={{ reason: '' }}
      schema={schema}
      onSubmit={({ reason }) => store.fire(event, reason)}
    >
      <TextareaField name="reason" label={t('ncr.reason')} required maxLength={1000} rows={4} />
    </FormDrawer>
  );
}

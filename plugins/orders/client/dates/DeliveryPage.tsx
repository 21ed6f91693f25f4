import { useMemo, type ReactNode } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { ErrorNotice, LightButton, Loading, Page, Section, toast, useStore, useTexts } from '@sinter/sdk/ui';
import { Form, NumberField, SwitchField, TextField } from '@sinter/sdk/ui/form';
import { decimalsOf } from '../../shared/money.ts';
import { DeliveryStore } from './DeliveryStore.ts';
import { freeId, valuesOf, valuesSchema, type DeliveryValues } from './deliveryValues.ts';
import { deliveryName, optionName } from './texts.ts';
import css from './dates.module.css';

/** Lead times and ways of delivery that the facility offers, and the days that it needs after a build. */
export default observer(function DeliveryPage() {
  const t = useTexts();
  const store = useStore((host) => new DeliveryStore(host));
  const { answer, error, retry } = store.reading;
  return (
    <Page title={t('page.delivery')} width="normal">
      {error !== null && <ErrorNotice subject={t('page.delivery')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer && <DeliveryForm key={JSON.stringify(answer)} store={store} answer={answer} />}
    </Page>
  );
});

function DeliveryForm({
  store,
  answer: { currency, ...settings },
}: {
  store: DeliveryStore;
  answer: NonNullable<DeliveryStore['reading']['answer']>;
}) {
  const t = useTexts();
  const schema = useMemo(() => valuesSchema(t('delivery.number'), currency), [t, currency]);
  return (
    <Form
      keep="orders.delivery"
      initialValues={valuesOf(settings, currency)}
      schema={schema}
      onSubmit={async (changed) => {
        await store.save(changed);
        toast.success(t('delivery.saved'));
      }}
    >
      {({ values, dirty, isSubmitting, setFieldValue }) => (
        <div className={css['settings']}>
          <p className={css['quiet']}>{t('delivery.intro')}</p>
          <Section title={t('delivery.options')}>
            <p className={css['quiet']}>{t('delivery.options.hint')}</p>
            <Rows
              list="leadTimeOptions"
              entries={values.leadTimeOptions}
              nameOf={(entry) => optionName(t, entry)}
              added={{ kind: 'OTHER', name: '', leadTimeDays: 5, priceFactor: 1, active: true }}
              onChange={setFieldValue}
            >
              {(path) => (
                <>
                  <NumberField
                    name={`${path}.leadTimeDays`}
                    label={t('delivery.days')}
                    min={0}
                    max={365}
                    precision={0}
                  />
                  <NumberField
                    name={`${path}.priceFactor`}
                    label={t('delivery.factor')}
                    min={0.1}
                    max={10}
                    step={0.05}
                  />
                </>
              )}
            </Rows>
          </Section>
          <Section title={t('delivery.types')}>
            <Rows
              list="deliveryTypes"
              entries={values.deliveryTypes}
              nameOf={(entry) => deliveryName(t, entry)}
              added={{ kind: 'OTHER', name: '', days: 2, charge: 0, freeFrom: null, active: true }}
              onChange={setFieldValue}
            >
              {(path) => (
                <>
                  <NumberField name={`${path}.days`} label={t('delivery.days')} min={0} max={60} precision={0} />
                  <Amount name={`${path}.charge`} label={t('delivery.charge')} currency={currency} />
                  <Amount name={`${path}.freeFrom`} label={t('delivery.freeFrom')} currency={currency} />
                </>
              )}
            </Rows>
          </Section>
          <Section title={t('delivery.after')}>
            <div className={css['days']}>
              <NumberField name="finishingDays" label={t('delivery.finishing')} min={0} max={60} precision={0} />
              <NumberField name="inspectionDays" label={t('delivery.inspection')} min={0} max={60} precision={0} />
              <NumberField name="packingDays" label={t('delivery.packing')} min={0} max={60} precision={0} />
              <NumberField name="staticLeadTimeDays" label={t('delivery.static')} min={1} max={365} precision={0} />
            </div>
          </Section>
          <Section title={t('delivery.tax')}>
            <div className={css['days']}>
              <NumberField name="taxPercent" label={t('delivery.taxPercent')} min={0} max={100} step={0.5} />
              <TextField name="taxText" label={t('delivery.taxText')} maxLength={200} />
            </div>
          </Section>
          <div>
            <LightButton kind="primary" type="submit" disabled={!dirty} loading={isSubmitting}>
              {t('delivery.save')}
            </LightButton>
          </div>
        </div>
      )}
    </Form>
  );
}

const Amount = ({ name, label, currency }: { name: string; label: string; currency: string }) => (
  <NumberField name={name} label={label} min={0} precision={decimalsOf(currency)} suffix={currency} />
);

type List = 'leadTimeOptions' | 'deliveryTypes';
type Entry<Name extends List> = DeliveryValues[Name][number];

interface RowsProps<Name extends List> {
  list: Name;
  entries: readonly Entry<Name>[];
  nameOf: (entry: Entry<Name>) => string;
  /** A new entry, but for its id. */
  added: Omit<Entry<Name>, 'id'>;
  onChange: (list: Name, entries: unknown) => void;
  /** The fields between the name and the switch, by the path of the entry. */
  children: (path: string) => ReactNode;
}

/** Entries of a list, of which the last cannot be removed. */
function Rows<Name extends List>({ list, entries, nameOf, added, onChange, children }: RowsProps<Name>) {
  const t = useTexts();
  return (
    <>
      {entries.map((entry, index) => (
        <div key={entry.id} className={`${css['row']} ${css[list]}`} role="group" aria-label={nameOf(entry)}>
          <TextField
            name={`${list}.${index}.name`}
            label={t('delivery.name')}
            maxLength={60}
            placeholder={entry.kind === 'OTHER' ? undefined : nameOf({ ...entry, name: '' })}
          />
          {children(`${list}.${index}`)}
          <SwitchField name={`${list}.${index}.active`} label={t('delivery.active')} />
          <Button
            disabled={entries.length === 1}
            aria-label={t('delivery.remove', { name: nameOf(entry) })}
            onClick={() => onChange(list, entries.toSpliced(index, 1))}
          >
            ×
          </Button>
        </div>
      ))}
      <Button
        disabled={entries.length === 12}
        onClick={() => onChange(list, [...entries, { ...added, id: freeId(entries) }])}
      >
        {t('delivery.add')}
      </Button>
    </>
  );
}

import { useMemo, useState } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { builtInCarriers } from '@sinter/sdk/contract/orders/builtInCarriers';
import { ErrorNotice, LightButton, Loading, Page, StatusPill, UndoBar, useStore, useTexts } from '@sinter/sdk/ui';
import { Form, SwitchField, TextField } from '@sinter/sdk/ui/form';
import { CarriersStore } from './CarriersStore.ts';
import { newCarrier, valuesOf, valuesSchema, type CarrierValues } from './carrierValues.ts';
import css from './carriers.module.css';

const most = 60;
const builtIn = new Set(builtInCarriers.map(({ key }) => key));

/** Who takes shipments away: which carriers the facility uses, and what their tracking numbers look like. */
export default observer(function CarriersPage() {
  const t = useTexts();
  const store = useStore((host) => new CarriersStore(host));
  const { answer, error, retry } = store.reading;
  const { undo } = store;
  return (
    <Page title={t('page.carriers')} width="normal">
      {error !== null && <ErrorNotice subject={t('page.carriers')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      <UndoBar
        text={undo.done && t('carriers.saved')}
        busy={undo.busy}
        onUndo={() => void undo.run()}
        onDismiss={() => undo.dismiss()}
      />
      {answer && <CarriersForm key={answer.version} store={store} initial={valuesOf(answer.carriers)} />}
    </Page>
  );
});

interface CarriersFormProps {
  store: CarriersStore;
  initial: ReturnType<typeof valuesOf>;
}

function CarriersForm({ store, initial }: CarriersFormProps) {
  const t = useTexts();
  const schema = useMemo(() => valuesSchema(t), [t]);
  return (
    <Form
      keep="orders.carriers"
      initialValues={initial}
      schema={schema}
      onSubmit={({ carriers }) => store.save(carriers)}
    >
      {({ values, errors, dirty, isSubmitting, setFieldValue }) => (
        <div className={css['carriers']}>
          <p>{t('carriers.intro')}</p>
          <p className={css['quiet']}>{t('carriers.patternHelp')}</p>
          <div>
            {values.carriers.map((carrier, index) => (
              <CarrierRow
                key={carrier.key}
                carrier={carrier}
                path={`carriers.${index}`}
                begun={!initial.carriers.some(({ key }) => key === carrier.key)}
                wrong={errors.carriers?.[index] !== undefined}
                onRemove={() => void setFieldValue('carriers', values.carriers.toSpliced(index, 1))}
              />
            ))}
          </div>
          <div className={css['buttons']}>
            <Button
              disabled={values.carriers.length >= most}
              onClick={() => void setFieldValue('carriers', [...values.carriers, newCarrier(values.carriers)])}
            >
              {t('carriers.add')}
            </Button>
            <LightButton kind="primary" type="submit" disabled={!dirty} loading={isSubmitting}>
              {t('carriers.save')}
            </LightButton>
          </div>
        </div>
      )}
    </Form>
  );
}

interface CarrierRowProps {
  carrier: CarrierValues;
  /** Of its values in the form. */
  path: string;
  /** It is not saved yet. */
  begun: boolean;
  wrong: boolean;
  onRemove: () => void;
}

function CarrierRow({ carrier, path, begun, wrong, onRemove }: CarrierRowProps) {
  const t = useTexts();
  const { key, kind, active } = carrier;
  const [open, setOpen] = useState(begun);
  const name = kind === 'PARCEL' ? carrier.name || t('carriers.new') : t(`carriers.kind.${kind}`);
  if (kind !== 'PARCEL') {
    return (
      <div className={css['simple']} role="group" aria-label={name}>
        <strong>{name}</strong>
        <SwitchField name={`${path}.active`} label={t('carriers.active')} />
      </div>
    );
  }
  return (
    // What is wrong in it is shown.
    <details
      className={css['carrier']}
      open={open || wrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <strong dir="auto">{name}</strong>
        {active && <StatusPill tone="green">{t('carriers.active')}</StatusPill>}
      </summary>
      <div className={css['fields']} role="group" aria-label={name}>
        <TextField name={`${path}.name`} label={t('carriers.name')} maxLength={60} />
        <TextField
          name={`${path}.services`}
          label={t('carriers.services')}
          placeholder={t('carriers.servicesHint')}
          maxLength={1000}
        />
        <TextField
          name={`${path}.trackingUrl`}
          label={t('carriers.url')}
          placeholder={t('carriers.urlHint')}
          maxLength={300}
        />
        <TextField name={`${path}.patterns`} label={t('carriers.patterns')} maxLength={400} />
        <TextField name={`${path}.example`} label={t('carriers.example')} maxLength={40} />
        <SwitchField name={`${path}.active`} label={t('carriers.active')} />
        {!builtIn.has(key) && (
          <div>
            <Button onClick={onRemove}>{t('carriers.remove', { name })}</Button>
          </div>
        )}
      </div>
    </details>
  );
}

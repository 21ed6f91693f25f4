import { useMemo } from 'react';
import { observer } from 'mobx-react-lite';
import { magicsConfigSchema, type MagicsConfig } from '@sinter/sdk/contract/host/magicsConfig';
import { ErrorNotice, LightButton, Loading, Page, Section, toast, useStore, useTexts } from '@sinter/sdk/ui';
import { Form, SwitchField, TextField } from '@sinter/sdk/ui/form';
import { MagicsStore } from './MagicsStore.ts';
import { formSchema } from './formSchema.ts';
import css from './magics.module.css';

const nothingYet = {
  ...{ nonItarAdapterUrl: '', itarAdapterUrl: '' },
  ...{ isMagicsEnabled: true, preInQueueMagicsButton: true, useSelection: true },
};

/** Where the adapters of Magics are, and which buttons open parts in it. */
export default observer(function MagicsPage() {
  const t = useTexts();
  const store = useStore((host) => new MagicsStore(host));
  const { answer, error, retry } = store.reading;
  return (
    <Page title={t('page.magics')} width="narrow">
      {error !== null && <ErrorNotice title={t('magics.notRead')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer && <Settings key={JSON.stringify(answer.config)} store={store} config={answer.config} />}
    </Page>
  );
});

const Settings = observer(function Settings({ store, config }: { store: MagicsStore; config: MagicsConfig | null }) {
  const t = useTexts();
  const schema = useMemo(() => formSchema(t), [t]);
  const { checking } = store;
  return (
    <Form
      keep="integrations.magics"
      initialValues={config ?? nothingYet}
      schema={schema}
      onSubmit={async (values) => {
        try {
          await store.save(magicsConfigSchema.parse(values));
        } catch (error) {
          toast.error(t('magics.notSaved'));
          throw error; // the form says why
        }
        toast.success(t('magics.saved'));
      }}
    >
      {({ dirty, isSubmitting }) => (
        <div className={css['settings']}>
          <p className={css['quiet']}>{t('magics.intro')}</p>
          <div className={css['check']}>
            <LightButton
              disabled={config === null || dirty}
              loading={checking.busy}
              aria-describedby="magics-check"
              onClick={() => void checking.run()}
            >
              {t('magics.check')}
            </LightButton>
            <span id="magics-check" className={css['quiet']}>
              {t(config === null || dirty ? 'magics.check.saveFirst' : 'magics.check.hint')}
            </span>
          </div>
          {checking.problem !== null && <p role="alert">{checking.problem}</p>}
          <Section title={t('magics.adapters')}>
            <div className={css['fields']}>
              <TextField name="nonItarAdapterUrl" label={t('magics.nonItarAdapterUrl')} required maxLength={500} />
              <TextField
                name="itarAdapterUrl"
                label={t('magics.itarAdapterUrl')}
                hint={t('magics.itarAdapterUrl.hint')}
                required
                maxLength={500}
              />
            </div>
          </Section>
          <Section title={t('magics.buttons')}>
            <div className={css['fields']}>
              <SwitchField
                name="isMagicsEnabled"
                label={t('magics.isMagicsEnabled')}
                hint={t('magics.isMagicsEnabled.hint')}
              />
              <SwitchField
                name="preInQueueMagicsButton"
                label={t('magics.preInQueueMagicsButton')}
                hint={t('magics.preInQueueMagicsButton.hint')}
              />
              <SwitchField name="useSelection" label={t('magics.useSelection')} hint={t('magics.useSelection.hint')} />
            </div>
          </Section>
          <div>
            <LightButton kind="primary" type="submit" disabled={!dirty} loading={isSubmitting}>
              {t('magics.save')}
            </LightButton>
          </div>
        </div>
      )}
    </Form>
  );
});

import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { FormRow } from '@sinter/sdk/contract/orders/requestForms';
import { formatNumber } from '@sinter/sdk/i18n';
import {
  ConfirmDialog,
  EmptyState,
  ErrorNotice,
  LightButton,
  Link,
  Loading,
  messageOf,
  Page,
  StatusPill,
  toast,
  useLocation,
  useNavigate,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { TextField } from '@sinter/sdk/ui/form';
import * as z from 'zod';
import { RequestFormsStore } from './RequestFormsStore.ts';
import css from './requestForms.module.css';

const FormEditor = lazy(() => import('./FormEditor.tsx'));

/** Request forms of the facility; `?form=3` edits one. */
export default observer(function RequestFormsPage() {
  const t = useTexts();
  const store = useStore((host) => new RequestFormsStore(host));
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [adding, setAdding] = useState<{ copyOf: FormRow | null } | null>(null);
  const { answer, error, retry } = store.forms;
  const edited = answer?.forms.find(({ id }) => String(id) === new URLSearchParams(search).get('form'));
  if (answer && edited) {
    return (
      <Page title={t('page.requestForms')} actions={<Link to={pathname}>{t('forms.all')}</Link>}>
        <Suspense fallback={<Loading />}>
          <FormEditor key={edited.id} form={edited} known={answer} />
        </Suspense>
      </Page>
    );
  }
  const add = (
    <LightButton kind="primary" onClick={() => setAdding({ copyOf: null })}>
      {t('forms.add')}
    </LightButton>
  );
  return (
    <Page title={t('page.requestForms')} actions={add}>
      <p className={css['quiet']}>{t('forms.intro')}</p>
      {error !== null && <ErrorNotice subject={t('page.requestForms')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer?.forms.length === 0 && <EmptyState title={t('forms.none')} text={t('forms.noneText')} />}
      <ul className={css['forms']}>
        {answer?.forms.map((form) => (
          <Row key={form.id} store={store} form={form} onClone={() => setAdding({ copyOf: form })} />
        ))}
      </ul>
      {adding && (
        <FormDrawer
          keep="orders.requestForm.new"
          title={t(adding.copyOf ? 'forms.clone.named' : 'forms.add', { name: adding.copyOf?.name ?? '' })}
          size={460}
          save={t('forms.begin')}
          onClose={() => setAdding(null)}
          initialValues={{ name: adding.copyOf ? t('forms.copyOf', { name: adding.copyOf.name }) : '' }}
          schema={z.object({ name: z.string().trim().min(1, t('forms.nameNeeded')).max(80) })}
          onSubmit={async ({ name }) => {
            const id = await store.add(name, adding.copyOf?.id ?? null);
            setAdding(null);
            navigate(`${pathname}?form=${id}`);
          }}
        >
          <TextField name="name" label={t('forms.name')} required maxLength={80} />
        </FormDrawer>
      )}
    </Page>
  );
});

const Row = observer(function Row({
  store,
  form,
  onClone,
}: {
  store: RequestFormsStore;
  form: FormRow;
  onClone: () => void;
}) {
  const t = useTexts();
  const { pathname } = useLocation();
  const [asking, setAsking] = useState(false);
  const { name, version, enabled, drafted, customers, departments, orders } = form;
  const audience = [...customers.map((customer) => customer.name), ...departments];
  const state = !enabled ? 'off' : version === 0 ? 'draft' : 'on';
  const turn = async () => {
    setAsking(false);
    if (await store.switching.run(form)) toast.success(t(enabled ? 'forms.disabled' : 'forms.enabled', { name }));
    else toast.error(messageOf(store.switching.error));
  };
  return (
    <li className={css['form']}>
      <div className={css['main']}>
        <Link to={`${pathname}?form=${form.id}`} className={css['name']}>
          <bdi>{name}</bdi>
        </Link>
        <span className={css['quiet']}>
          <bdi>{audience.length === 0 ? t('forms.everybody') : audience.join(', ')}</bdi>
        </span>
      </div>
      <StatusPill tone={state === 'on' ? 'green' : state === 'draft' ? 'blue' : 'grey'}>
        {t(`forms.${state}`)}
      </StatusPill>
      <span className={css['quiet']}>
        {version > 0 && t('forms.version', { version })}
        {version > 0 && drafted && ` · ${t('forms.drafted')}`}
      </span>
      <span className={css['quiet']}>{t('forms.orders', { count: orders, orders: formatNumber(orders) })}</span>
      <span className={css['buttons']}>
        <LightButton size="small" aria-label={t('forms.clone.named', { name })} onClick={onClone}>
          {t('forms.clone')}
        </LightButton>
        <LightButton
          size="small"
          aria-label={t(enabled ? 'forms.disable.named' : 'forms.enable.named', { name })}
          onClick={() => (enabled ? setAsking(true) : void turn())}
        >
          {t(enabled ? 'forms.disable' : 'forms.enable')}
        </LightButton>
      </span>
      <ConfirmDialog
        open={asking}
        danger
        title={t('forms.disable.named', { name })}
        yes={t('forms.disable')}
        onAnswer={(yes) => (yes ? void turn() : setAsking(false))}
      >
        {t('forms.disable.text')}
      </ConfirmDialog>
    </li>
  );
});

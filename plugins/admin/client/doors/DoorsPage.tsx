import { formatDateTime } from '@sinter/sdk/i18n';
import {
  ConfirmDialog,
  CopyButton,
  EmptyState,
  ErrorNotice,
  LightButton,
  Loading,
  Page,
  Section,
  StatusPill,
  useTexts,
  useStore,
} from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { TextField } from '@sinter/sdk/ui/form';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { newFrontDoorSchema } from '@sinter/sdk/contract/host/frontDoors';
import { DoorsStore, type FrontDoor } from './DoorsStore.ts';
import css from './doors.module.css';

export default observer(function DoorsPage() {
  const t = useTexts();
  const store = useStore((host) => new DoorsStore(host));
  const { error, asked } = store;
  const view = store.view.answer;
  const add = (
    <LightButton kind="primary" onClick={() => store.setAdding(true)}>
      {t('doors.add')}
    </LightButton>
  );
  return (
    <Page title={t('doors.title')} actions={view && view.doors.length > 0 && add}>
      <p className={css['intro']}>{t('doors.intro')}</p>
      {error !== null && <ErrorNotice subject={t('doors.title')} error={error} onRetry={store.retry} />}
      {!view && error === null && <Loading />}
      {view && (
        <>
          <p className={css['intro']}>{t(view.isDefault ? 'doors.default' : 'doors.notDefault')}</p>
          {view.doors.length === 0 && <EmptyState title={t('doors.none')} text={t('doors.noneText')} actions={add} />}
          {view.doors.map((door) => (
            <Door key={door.id} store={store} door={door} />
          ))}
        </>
      )}
      {store.adding && (
        <FormDrawer
          keep="admin.doors.new"
          title={t('doors.add')}
          size={480}
          save={t('doors.add')}
          onClose={() => store.setAdding(false)}
          initialValues={{ domain: '' }}
          schema={domainSchema(t('doors.addressWrong'))}
          onSubmit={({ domain }) => store.add(domain)}
        >
          {() => (
            <>
              <TextField name="domain" label={t('doors.address')} placeholder="parts.example.com" required />
              <p className={css['hint']}>{t('doors.addressHint')}</p>
            </>
          )}
        </FormDrawer>
      )}
      <ConfirmDialog
        open={asked !== null}
        danger
        title={t('doors.remove.title', { address: asked?.domain ?? '' })}
        yes={t('doors.remove')}
        onAnswer={(yes) => void store.answer(yes)}
      >
        {t('doors.remove.text')}
      </ConfirmDialog>
    </Page>
  );
});

const domainSchema = (wrong: string) =>
  z.object({
    domain: z.string().refine((domain) => newFrontDoorSchema.safeParse({ domain }).success, { error: wrong }),
  });

const Door = observer(function Door({ store, door }: { store: DoorsStore; door: FrontDoor }) {
  const t = useTexts();
  const { domain, verified, checkedAt, record, value } = door;
  const checked = checkedAt === null ? null : formatDateTime(checkedAt);
  return (
    <Section title={domain}>
      <div className={css['head']}>
        <StatusPill tone={verified ? 'green' : 'grey'}>
          {t(verified ? 'doors.verified' : 'doors.notVerified')}
        </StatusPill>
        {checked !== null && <span className={css['hint']}>{t('doors.checked', { time: checked })}</span>}
        <span className={css['actions']}>
          <LightButton
            size="small"
            aria-label={t('doors.checkOne', { address: domain })}
            loading={store.checking.busy}
            onClick={() => void store.checking.run(door)}
          >
            {t('doors.check')}
          </LightButton>
          <LightButton
            size="small"
            aria-label={t('doors.removeOne', { address: domain })}
            onClick={() => store.ask(door)}
          >
            {t('doors.remove')}
          </LightButton>
        </span>
      </div>
      <p className={css['hint']}>{t(verified ? 'doors.keep' : checked === null ? 'doors.what' : 'doors.notFound')}</p>
      <dl className={css['record']}>
        {(['record', 'value'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`doors.${name}`)}</dt>
            <dd>
              <code dir="ltr">{{ record, value }[name]}</code>
              <CopyButton label={t(`doors.${name}`)} text={{ record, value }[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
});

import { observer } from 'mobx-react-lite';
import { ErrorNotice, Loading, Page, Section, useLocation, useNavigate, useStore, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { VersionBar } from '@sinter/sdk/ui/versions';
import { NoticesSetting } from './NoticesSetting.tsx';
import { ColumnsSetting, StatusesSetting, SwitchSetting, WelcomeSetting } from './PortalFields.tsx';
import { PortalPreview } from './PortalPreview.tsx';
import { PortalCustomersStore, PortalStore } from './PortalStore.ts';
import { switches } from './portalFacts.ts';
import css from './portal.module.css';

const everybody = 0;

/** What customers and third-party engineers see: for all of them, and what differs for one. */
export default observer(function CustomerPortalPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const { search, pathname } = useLocation();
  const { customers } = useStore((host) => new PortalCustomersStore(host));
  const named = Number(new URLSearchParams(search).get('customer'));
  const chosen = Number.isSafeInteger(named) && named > 0 ? named : everybody;
  const known = customers.answer?.customers ?? [];
  const options = known.map(({ id, name, own, drafted }) => {
    const marks = [own.length > 0 && t('portal.own', { count: own.length }), drafted && t('portal.drafted')];
    return { value: id, label: [name, ...marks.filter((mark) => mark !== false)].join(' · ') };
  });
  return (
    <Page title={t('page.customerPortal')} width="normal">
      {customers.error !== null && (
        <ErrorNotice subject={t('page.customerPortal')} error={customers.error} onRetry={() => customers.retry()} />
      )}
      <div className={css['for']}>
        <label htmlFor="portal-for">{t('portal.for')}</label>
        <Select<number>
          id="portal-for"
          className={css['wide']}
          value={chosen}
          showSearch={{ optionFilterProp: 'label' }}
          options={[{ value: everybody, label: t('portal.everybody') }, ...options]}
          onChange={(id) => navigate(id === everybody ? pathname : `${pathname}?customer=${id}`)}
        />
        <p className={css['quiet']}>{t(chosen === everybody ? 'portal.intro' : 'portal.introOne')}</p>
      </div>
      <PortalEditor key={chosen} customerId={chosen === everybody ? null : chosen} customers={known} />
    </Page>
  );
});

interface EditorProps {
  customerId: number | null;
  customers: readonly { id: number; name: string }[];
}

const PortalEditor = observer(function PortalEditor({ customerId, customers }: EditorProps) {
  const t = useTexts();
  const store = useStore((host) => new PortalStore(host, customerId));
  const { editor } = store;
  const { error } = editor.reading;
  if (editor.value === null) {
    return error === null ? (
      <Loading />
    ) : (
      <ErrorNotice subject={t('page.customerPortal')} error={error} onRetry={() => editor.reading.retry()} />
    );
  }
  return (
    <>
      <VersionBar editor={editor} />
      <div className={css['columns']}>
        <div className={css['settings']}>
          <Section title={t('portal.sees')}>
            <ColumnsSetting store={store} />
            {switches.slice(0, 2).map((field) => (
              <SwitchSetting key={field} store={store} field={field} />
            ))}
          </Section>
          <Section title={t('portal.statuses')}>
            <StatusesSetting store={store} />
          </Section>
          <Section title={t('portal.does')}>
            {switches.slice(2).map((field) => (
              <SwitchSetting key={field} store={store} field={field} />
            ))}
          </Section>
          <Section title={t('portal.notices')}>
            <NoticesSetting store={store} />
          </Section>
          <Section title={t('portal.welcome')}>
            <WelcomeSetting store={store} />
          </Section>
        </div>
        <PortalPreview store={store} customers={customers} />
      </div>
    </>
  );
});

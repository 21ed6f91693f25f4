import { formatDate } from '@sinter/sdk/i18n';
import {
  ConfirmDialog,
  CopyButton,
  DataTable,
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
import { observer } from 'mobx-react-lite';
import { ConnectionDrawer } from './ConnectionDrawer.tsx';
import { SsoStore, type SsoConnection, type SsoView } from './SsoStore.ts';
import css from './sso.module.css';

export default observer(function SsoPage() {
  const t = useTexts();
  const store = useStore((host) => new SsoStore(host));
  const { error, editing, asked } = store;
  const view = store.view.answer;
  const add = (
    <LightButton kind="primary" onClick={() => store.edit('new')}>
      {t('sso.add')}
    </LightButton>
  );
  return (
    <Page title={t('sso.title')} actions={view && view.connections.length > 0 && add}>
      <p className={css['intro']}>{t('sso.intro')}</p>
      {error !== null && <ErrorNotice subject={t('sso.title')} error={error} onRetry={store.retry} />}
      {!view && error === null && <Loading />}
      {view && (
        <>
          {view.connections.length === 0 ? (
            <EmptyState title={t('sso.none')} text={t('sso.noneText')} actions={add} />
          ) : (
            <Connections store={store} connections={view.connections} />
          )}
          <Addresses view={view} />
        </>
      )}
      {editing !== null && (
        <ConnectionDrawer key={editing === 'new' ? 'new' : editing.id} store={store} connection={editing} />
      )}
      <ConfirmDialog
        open={asked !== null}
        danger
        title={t('sso.remove.title', { provider: asked?.provider ?? '' })}
        yes={t('sso.remove')}
        onAnswer={(yes) => void store.answer(yes)}
      >
        {t('sso.remove.text')}
      </ConfirmDialog>
    </Page>
  );
});

function Connections({ store, connections }: { store: SsoStore; connections: readonly SsoConnection[] }) {
  const t = useTexts();
  return (
    <DataTable
      label={t('sso.title')}
      rows={connections}
      rowKey={({ id }) => id}
      columns={[
        { key: 'provider', rank: 'name', title: t('sso.provider'), render: (row) => row.provider },
        { key: 'kind', title: t('sso.kind'), render: (row) => t(`sso.kind.${row.authType}`) },
        { key: 'site', title: t('sso.site'), render: (row) => row.siteDomain || t('sso.everySite') },
        { key: 'emails', rank: 'extra', title: t('sso.emails'), render: (row) => row.emailDomains.join(', ') },
        {
          key: 'new',
          title: t('sso.newPeople'),
          render: (row) => t(row.createUsers ? 'sso.createUsers.yes' : 'sso.createUsers.no'),
        },
        {
          key: 'until',
          rank: 'extra',
          title: t('sso.certificate'),
          render: (row) => (row.certificateUntil ? formatDate(row.certificateUntil) : '–'),
        },
        {
          key: 'state',
          title: t('sso.state'),
          render: (row) => (
            <StatusPill tone={row.enabled ? 'green' : 'grey'}>{t(row.enabled ? 'sso.on' : 'sso.off')}</StatusPill>
          ),
        },
        {
          key: 'actions',
          title: '',
          render: (row) => (
            <span className={css['actions']}>
              <LightButton
                size="small"
                aria-label={t('sso.editOne', { provider: row.provider })}
                onClick={() => store.edit(row)}
              >
                {t('sso.edit')}
              </LightButton>
              <LightButton
                size="small"
                aria-label={t('sso.removeOne', { provider: row.provider })}
                onClick={() => store.ask(row)}
              >
                {t('sso.remove')}
              </LightButton>
            </span>
          ),
        },
      ]}
    />
  );
}

/** What the identity provider has to be told about this site. */
function Addresses({ view }: { view: SsoView }) {
  const t = useTexts();
  const rows = [
    ['entityId', view.entityId],
    ['acs', view.acsURL],
    ['metadata', view.metadataURL],
    ['redirect', view.oidcRedirectURL],
  ] as const;
  return (
    <Section title={t('sso.addresses')}>
      <p className={css['intro']}>{t('sso.addressesText')}</p>
      <dl className={css['addresses']}>
        {rows.map(([name, address]) => (
          <div key={name}>
            <dt>{t(`sso.address.${name}`)}</dt>
            <dd>
              <code>{address}</code>
              <CopyButton label={t(`sso.address.${name}`)} text={address} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

import { formatDateTime } from '@sinter/sdk/i18n';
import type { AuditEntryDto } from '@sinter/sdk/contract/host/audit';
import { DataTable, EmptyState, LightButton, LightInput, Page, SearchInput, useTexts, useStore } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { AuditStore, pageSize } from './AuditStore.ts';
import { changesBetween } from './changes.ts';
import css from './audit.module.css';

export default observer(function AuditPage() {
  const t = useTexts();
  const store = useStore((host) => new AuditStore(host));
  const nothing = store.isFiltered ? (
    <EmptyState
      title={t('audit.nothing')}
      text={t('audit.nothingText')}
      actions={<LightButton onClick={store.clear}>{t('audit.clear')}</LightButton>}
    />
  ) : (
    <EmptyState title={t('audit.empty')} text={t('audit.emptyText')} />
  );
  return (
    <Page
      title={t('audit.title')}
      actions={
        <a className={css['export']} href={store.exportAddress} download>
          {t('audit.export')}
        </a>
      }
    >
      <p className={css['intro']}>{t('audit.intro')}</p>
      <Filters key={store.timesCleared} store={store} />
      <DataTable
        label={t('audit.title')}
        rows={store.entries}
        rowKey={(entry) => entry.id}
        total={store.total}
        page={store.page}
        pageSize={pageSize}
        onPage={(page) => store.show({ page })}
        loading={store.loading}
        error={store.error}
        onRetry={() => void store.load()}
        expand={(entry) => <Details entry={entry} />}
        empty={store.loading ? ' ' : nothing}
        columns={[
          { key: 'at', title: t('audit.at'), render: (entry) => formatDateTime(entry.at) },
          { key: 'who', title: t('audit.who'), render: (entry) => <Who entry={entry} /> },
          {
            key: 'action',
            title: t('audit.action'),
            render: (entry) => t(`audit.action.${entry.action}`) || entry.action,
          },
          { key: 'object', title: t('audit.object'), render: (entry) => <What entry={entry} /> },
          { key: 'place', title: t('audit.facility'), render: (entry) => entry.facilityName ?? '–' },
          { key: 'from', title: t('audit.from'), render: (entry) => entry.address ?? '–' },
        ]}
      />
    </Page>
  );
});

const Filters = observer(function Filters({ store }: { store: AuditStore }) {
  const t = useTexts();
  const day = (name: 'from' | 'to') => (
    <label>
      {t(`audit.${name}Day`)}
      <LightInput
        type="date"
        value={store[name]}
        min={name === 'to' ? store.from : undefined}
        max={name === 'from' ? store.to : undefined}
        onChange={(event) => store.show({ [name]: event.target.value })}
      />
    </label>
  );
  return (
    <div className={css['filters']}>
      <SearchInput label={t('audit.search')} initial={store.search} onSearch={(search) => store.show({ search })} />
      <label>
        {t('audit.action')}
        <select value={store.action} onChange={(event) => store.show({ action: event.target.value })}>
          <option value="">{t('audit.all')}</option>
          {store.actions.map((action) => (
            <option key={action} value={action}>
              {t(`audit.action.${action}`) || action}
            </option>
          ))}
        </select>
      </label>
      {day('from')}
      {day('to')}
      {store.isFiltered && <LightButton onClick={store.clear}>{t('audit.clear')}</LightButton>}
    </div>
  );
});

function Who({ entry: { user, byKey } }: { entry: AuditEntryDto }) {
  const t = useTexts();
  if (!user) return <>{t('audit.system')}</>;
  return (
    <>
      <span title={user.email}>{user.name}</span>
      {byKey && <small className={css['byKey']}>{t('audit.byKey')}</small>}
    </>
  );
}

function What({ entry }: { entry: AuditEntryDto }) {
  const t = useTexts();
  const kind = t(`audit.kind.${entry.objectKind}`) || entry.objectKind;
  return (
    <>
      {kind} {entry.objectName ?? entry.objectId}
    </>
  );
}

function Details({ entry }: { entry: AuditEntryDto }) {
  const t = useTexts();
  const changes = changesBetween(entry.before, entry.after);
  return (
    <div className={css['details']}>
      {entry.device && <p>{t('audit.device', { device: entry.device })}</p>}
      {changes.length === 0 ? (
        <p>{t('audit.noValues')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('audit.field')}</th>
              <th scope="col">{t('audit.before')}</th>
              <th scope="col">{t('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ path, before, after }) => (
              <tr key={path}>
                <th scope="row">{path || t('audit.value')}</th>
                <td>{before === null ? '–' : <del>{before}</del>}</td>
                <td>{after === null ? '–' : <ins>{after}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

import { formatDateTime } from '@sinter/sdk/i18n';
import type { AuditEntryDto } from '@sinter/sdk/contract/host/audit';
import type { PluginHost } from '@sinter/sdk/plugin';
import {
  EmptyState,
  LightButton,
  LightSelect,
  Page,
  SearchInput,
  TimeZoneNote,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { DateInput } from '@sinter/sdk/ui/dates';
import type { DataColumn } from '@sinter/sdk/ui';
import { ColumnChooser, ListTable, SavedFiltersMenu } from '@sinter/sdk/ui/lists';
import { observer } from 'mobx-react-lite';
import { AuditStore } from './AuditStore.ts';
import { changesBetween } from './changes.ts';
import css from './audit.module.css';

export default observer(function AuditPage() {
  const t = useTexts();
  const store = useStore((host) => new AuditStore(host));
  const { list, columns } = store;
  const choosable = choosableColumns(t);
  return (
    <Page title={t('audit.title')}>
      <p className={css['intro']}>{t('audit.intro')}</p>
      <div className={css['filters']}>
        <div className={css['search']}>
          <SearchInput
            // The field keeps its own text: clearing it from outside takes a new one.
            key={list.timesCleared}
            label={t('audit.search')}
            placeholder={t('audit.search')}
            initial={list.filters.q}
            onSearch={(q) => list.filter({ q })}
          />
        </div>
        <div className={css['tools']}>
          <SavedFiltersMenu saved={store.saved} filters={list.filters} onChoose={list.showFilters} />
          <ColumnChooser
            columns={choosable.map(({ key, title }) => ({ key, label: title }))}
            hidden={columns.hidden}
            onToggle={columns.toggle}
          />
          <a className={css['export']} href={store.exportAddress} download>
            {t('common.export')}
          </a>
        </div>
      </div>
      <Limits store={store} />
      <TimeZoneNote />
      <ListTable
        list={list}
        label={t('audit.title')}
        columns={[{ key: 'at', title: t('audit.at'), render: (entry) => formatDateTime(entry.at) }, ...choosable]}
        choice={columns}
        expand={(entry) => <Details entry={entry} />}
        empty={<EmptyState title={t('audit.empty')} text={t('audit.emptyText')} />}
        nothingFound={{ title: t('audit.nothing'), text: t('audit.nothingText'), all: t('audit.clear') }}
      />
    </Page>
  );
});

/** Columns that may be left out; the time always stays. */
const choosableColumns = (t: PluginHost['t']): (DataColumn<AuditEntryDto> & { title: string })[] => [
  { key: 'who', title: t('audit.who'), render: (entry) => <Who entry={entry} /> },
  {
    key: 'action',
    rank: 'name',
    title: t('audit.action'),
    render: (entry) => t(`audit.action.${entry.action}`) || entry.action,
  },
  { key: 'object', title: t('audit.object'), render: (entry) => <What entry={entry} /> },
  { key: 'place', rank: 'extra', title: t('audit.facility'), render: (entry) => entry.facilityName ?? '–' },
  { key: 'from', rank: 'detail', title: t('audit.from'), render: (entry) => entry.address ?? '–' },
];

const Limits = observer(function Limits({ store }: { store: AuditStore }) {
  const t = useTexts();
  const { list, actions } = store;
  const { filters } = list;
  const day = (name: 'from' | 'to') => (
    <label>
      {t(`audit.${name}Day`)}
      <DateInput
        label={t(`audit.${name}Day`)}
        value={filters[name] || null}
        min={(name === 'to' && filters.from) || undefined}
        max={(name === 'from' && filters.to) || undefined}
        onChange={(day) => list.filter({ [name]: day ?? '' })}
      />
    </label>
  );
  return (
    <div className={css['limits']}>
      <label>
        {t('audit.action')}
        <LightSelect value={filters.action} onChange={(event) => list.filter({ action: event.target.value })}>
          <option value="">{t('audit.all')}</option>
          {actions.map((action) => (
            <option key={action} value={action}>
              {t(`audit.action.${action}`) || action}
            </option>
          ))}
        </LightSelect>
      </label>
      {day('from')}
      {day('to')}
      {list.isFiltered && <LightButton onClick={list.showAll}>{t('audit.clear')}</LightButton>}
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

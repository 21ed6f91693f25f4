import { observer } from 'mobx-react-lite';
import type { InternalCompany } from '@sinter/sdk/contract/orders/vendors';
import { formatDate } from '@sinter/sdk/i18n';
import {
  EmptyState,
  LightButton,
  Page,
  SearchInput,
  StatusPill,
  toast,
  useStore,
  useTexts,
  type Tone,
} from '@sinter/sdk/ui';
import { ListTable } from '@sinter/sdk/ui/lists';
import { InternalCompaniesStore } from './InternalCompaniesStore.ts';
import css from './vendors.module.css';

const tones: Record<InternalCompany['state'], Tone> = { CUSTOMER: 'grey', DECLARED: 'amber', CONFIRMED: 'blue' };

/** For the root facility: which customers belong to the same organization. */
export default observer(function InternalCompaniesPage() {
  const t = useTexts();
  const store = useStore((host) => new InternalCompaniesStore(host));
  const { list } = store;
  return (
    <Page title={t('page.internalCompanies')}>
      <p className={css['intro']}>{t('internal.intro')}</p>
      <div className={css['filters']}>
        <div className={css['search']}>
          <SearchInput
            key={list.timesCleared}
            label={t('internal.search')}
            placeholder={t('internal.search')}
            initial={list.filters.q}
            onSearch={(q) => list.filter({ q })}
          />
        </div>
      </div>
      <ListTable
        list={list}
        label={t('page.internalCompanies')}
        columns={[
          {
            key: 'company',
            rank: 'name',
            title: t('internal.company'),
            render: ({ company }) => <bdi>{company.name}</bdi>,
          },
          {
            key: 'state',
            title: t('internal.state'),
            render: ({ state }) => <StatusPill tone={tones[state]}>{t(`internal.state.${state}`)}</StatusPill>,
          },
          {
            key: 'declared',
            rank: 'detail',
            title: t('internal.declared'),
            render: ({ declaredOn }) => (declaredOn ? formatDate(declaredOn) : '–'),
          },
          { key: 'actions', title: t('vendors.actions'), render: (row) => <Declare store={store} row={row} /> },
        ]}
        empty={<EmptyState title={t('internal.empty')} text={t('internal.empty.text')} />}
        nothingFound={{ title: t('internal.nothing'), text: t('vendors.nothing.text'), all: t('internal.all') }}
      />
    </Page>
  );
});

const Declare = observer(function Declare({ store, row }: { store: InternalCompaniesStore; row: InternalCompany }) {
  const t = useTexts();
  const { name } = row.company;
  const internal = row.state === 'CUSTOMER';
  const text = internal ? 'internal.declare' : 'internal.withdraw';
  const act = async () => {
    if (await store.declaring.run(row, internal)) toast.success(t(`${text}.done`, { name }));
  };
  return (
    <LightButton size="small" aria-label={t(`${text}.named`, { name })} onClick={() => void act()}>
      {t(text)}
    </LightButton>
  );
});

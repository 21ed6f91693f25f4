import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import {
  invoiceAtSchema,
  type InvoiceAt,
  type QuickbooksMapped,
} from '@sinter/sdk/contract/integrations/quickbooksBooks';
import {
  ConfirmDialog,
  EmptyState,
  ErrorNotice,
  Link,
  Loading,
  messageOf,
  Page,
  Section,
  StatusPill,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { MappingStore } from './MappingStore.ts';
import css from './quickbooks.module.css';

const settings = '/service-provider/settings/quickbooks';

/** Which items, accounts, tax codes and terms in Quickbooks stand for what is sold. */
export default observer(function MappingPage() {
  const t = useTexts();
  const store = useStore((host) => new MappingStore(host));
  const { answer, error, retry } = store.mapping;
  const rows = (wanted: (row: QuickbooksMapped) => boolean, first?: ReactNode) => (
    <div className={css['mapping']}>
      {first}
      {answer?.rows.filter(wanted).map((row) => (
        <Row key={`${row.kind} ${row.key}`} store={store} row={row} />
      ))}
    </div>
  );
  return (
    <Page
      title={t('page.quickbooksMapping')}
      width="narrow"
      breadcrumbs={[{ text: t('page.quickbooks'), to: settings }, { text: t('page.quickbooksMapping') }]}
    >
      <p className={css['quiet']}>{t('map.intro')}</p>
      {error !== null && <ErrorNotice subject={t('page.quickbooksMapping')} error={error} onRetry={retry} />}
      {answer === null && error === null && <Loading />}
      {answer?.connected === false && (
        <EmptyState
          title={t('map.notConnected')}
          text={t('map.notConnected.text')}
          actions={<Link to={settings}>{t('page.quickbooks')}</Link>}
        />
      )}
      {answer?.connected === true && (
        <>
          {answer.missing.length > 0 && (
            <p role="status" className={css['warn']}>
              {t('map.missing', { names: answer.missing.join(' · ') })}
            </p>
          )}
          <Section title={t('map.general')}>
            {rows(
              ({ kind, key }) => key === '' && isGeneral(kind),
              <InvoiceMoment store={store} value={answer.invoiceAt} />,
            )}
          </Section>
          <Section title={t('map.processes')}>{rows(({ kind }) => kind === 'PART')}</Section>
          <Section title={t('map.charges')}>
            <p className={css['quiet']}>{t('map.charges.text')}</p>
            {rows(({ kind }) => kind === 'CHARGE')}
          </Section>
        </>
      )}
    </Page>
  );
});

const InvoiceMoment = observer(function InvoiceMoment({ store, value }: { store: MappingStore; value: InvoiceAt }) {
  const t = useTexts();
  const { timing, saving, asking } = store;
  return (
    <div className={css['mapped']}>
      <span className={css['mappedName']}>{t('map.invoiceAt')}</span>
      <Select<InvoiceAt>
        aria-label={t('map.invoiceAt')}
        className={css['select']}
        value={value}
        loading={timing.busy}
        disabled={timing.busy || saving.busy}
        options={invoiceAtSchema.options.map((moment) => ({ value: moment, label: t(`map.invoiceAt.${moment}`) }))}
        onChange={(moment) => store.select(moment)}
      />
      <p className={css['hint']}>{t('map.invoiceAt.hint')}</p>
      <ConfirmDialog
        open={asking}
        title={t('map.invoiceAt.ask')}
        yes={t('map.invoiceAt.ask.yes')}
        no={t('hooks.cancel')}
        onAnswer={(yes) => store.answer(yes)}
      >
        {t('map.invoiceAt.ask.text')}
      </ConfirmDialog>
    </div>
  );
});

const isGeneral = (kind: QuickbooksMapped['kind']) => kind !== 'PART' && kind !== 'CHARGE';

const Row = observer(function Row({ store, row }: { store: MappingStore; row: QuickbooksMapped }) {
  const t = useTexts();
  const { kind, key, name, selected } = row;
  const { choices, saving, timing } = store;
  const isOpen = store.opened === `${kind} ${key}`;
  const label = name === '' ? t(`map.${kind}`) : name;
  const found = isOpen ? (choices.answer ?? []) : [];
  const options = found.map(({ id, name: text }) => ({ value: id, label: text }));
  const isKnown = selected === null || found.some(({ id }) => id === selected.id);
  return (
    <div className={css['mapped']}>
      <span className={css['mappedName']}>
        <bdi>{label}</bdi>
        {selected?.origin === 'MADE' && <StatusPill tone="grey">{t('map.made')}</StatusPill>}
        {selected?.origin === 'FOUND' && <StatusPill tone="grey">{t('map.found')}</StatusPill>}
      </span>
      <Select<string>
        aria-label={label}
        className={css['select']}
        value={selected?.id}
        placeholder={t(key === '' ? `map.none.${kind}` : 'map.default')}
        allowClear
        showSearch={{ filterOption: false, onSearch: (q) => store.search(row, q) }}
        loading={isOpen && choices.loading}
        disabled={saving.busy || timing.busy}
        notFoundContent={
          choices.error !== null ? messageOf(choices.error) : choices.loading ? t('map.searching') : t('map.noChoice')
        }
        options={isKnown ? options : [{ value: selected.id, label: selected.name }, ...options]}
        onOpenChange={(open) => store.open(row, open)}
        onChange={(id: string | undefined) => void saving.run(row, id ?? null)}
      />
    </div>
  );
});

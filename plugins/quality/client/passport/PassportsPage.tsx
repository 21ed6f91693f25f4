import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { PassportRow } from '@sinter/sdk/contract/quality/passport';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import {
  ConfirmDialog,
  EmptyState,
  LightButton,
  Link,
  Page,
  SearchInput,
  Section,
  StatusPill,
  useStore,
  useTexts,
  type DataColumn,
} from '@sinter/sdk/ui';
import { ListTable } from '@sinter/sdk/ui/lists';
import { Fingerprint, VerifierLinks } from './Verifying.tsx';
import { PassportsStore } from './PassportsStore.ts';
import { passportPath } from './paths.ts';
import css from './passport.module.css';

/** Lots of the facility: each has a passport. */
export default observer(function PassportsPage() {
  const t = useTexts();
  const store = useStore((host) => new PassportsStore(host));
  const { list } = store;
  return (
    <Page title={t('page.passports')}>
      <p className={css['quiet']}>{t('passports.intro')}</p>
      <div className={css['search']}>
        <SearchInput
          key={list.timesCleared}
          label={t('passports.search')}
          placeholder={t('passports.searchHint')}
          initial={list.filters.q}
          onSearch={(q) => list.filter({ q })}
        />
      </div>
      <ListTable
        list={list}
        label={t('page.passports')}
        columns={columns(t)}
        empty={<EmptyState title={t('passports.empty')} text={t('passports.emptyText')} />}
        nothingFound={{
          title: t('passports.nothing'),
          text: t('passports.nothingText'),
          all: t('passports.all'),
        }}
      />
      <Keys store={store} />
    </Page>
  );
});

const columns = (t: PluginHost['t']): (DataColumn<PassportRow> & { title: string })[] => [
  {
    key: 'lot',
    rank: 'name',
    title: t('passport.lot'),
    render: ({ lotId }) => <Link to={passportPath(lotId)}>{t('passport.lotNamed', { id: lotId })}</Link>,
  },
  { key: 'part', title: t('passport.part'), render: ({ part }) => <bdi>{part}</bdi> },
  {
    key: 'order',
    title: t('passport.order'),
    render: ({ orderId, orderTitle, controlled }) => (
      <span className={css['stack']}>
        <span>
          #{orderId} <bdi>{orderTitle}</bdi>
        </span>
        {controlled && (
          <span>
            <StatusPill tone="red">{t('passport.controlled')}</StatusPill>
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'quantity',
    rank: 'detail',
    title: t('passport.pieces'),
    align: 'right',
    render: ({ quantity }) => formatNumber(quantity),
  },
  { key: 'made', rank: 'detail', title: t('passport.made'), render: ({ createdAt }) => formatDate(createdAt) },
  {
    key: 'issued',
    title: t('passport.issuedColumn'),
    render: ({ version, issuedAt }) =>
      version === 0 || issuedAt === null
        ? t('passport.none')
        : t('passport.versionOn', { version, date: formatDate(issuedAt) }),
  },
];

const Keys = observer(function Keys({ store }: { store: PassportsStore }) {
  const t = useTexts();
  const [asked, setAsked] = useState(false);
  const { answer } = store.keys;
  if (!answer) return null;
  const [present] = answer.keys;
  const rotate = answer.mayRotate && present !== undefined && (
    <LightButton loading={store.rotating.busy} onClick={() => setAsked(true)}>
      {t('passport.key.new')}
    </LightButton>
  );
  return (
    <Section title={t('passport.key')} actions={rotate}>
      <p className={css['quiet']}>{t('passport.key.text')}</p>
      {present === undefined && <p>{t('passport.key.none')}</p>}
      <ul className={css['keys']}>
        {answer.keys.map((key) => (
          <li key={key.keyId}>
            <Fingerprint keyId={key.keyId} />
            <small>
              {key.retiredAt === null
                ? t('passport.key.since', { date: formatDate(key.madeAt) })
                : t('passport.key.retired', { from: formatDate(key.madeAt), to: formatDate(key.retiredAt) })}
            </small>
          </li>
        ))}
      </ul>
      {store.rotating.problem !== null && <p role="alert">{store.rotating.problem}</p>}
      <VerifierLinks />
      <ConfirmDialog
        open={asked}
        title={t('passport.key.newAsk')}
        yes={t('passport.key.new')}
        no={t('passport.cancel')}
        onAnswer={(yes) => {
          setAsked(false);
          if (yes) void store.rotating.run();
        }}
      >
        {t('passport.key.newText')}
      </ConfirmDialog>
    </Section>
  );
});

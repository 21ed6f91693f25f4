import { observer } from 'mobx-react-lite';
import { passportCopySchema, type IssuedPassport } from '@sinter/sdk/contract/quality/passport';
import { formatDateTime } from '@sinter/sdk/i18n';
import {
  ConfirmDialog,
  CopyButton,
  EmptyState,
  ErrorNotice,
  LightButton,
  LightSelect,
  Loading,
  Page,
  Section,
  StatusPill,
  useParams,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { Genealogy } from './Genealogy.tsx';
import { PassportStore } from './PassportStore.ts';
import { passportPath, passportsPath } from './paths.ts';
import { Sections } from './Sections.tsx';
import { Fingerprint, VerifierLinks } from './Verifying.tsx';
import css from './passport.module.css';

export default function PassportPage() {
  const { lotId = '' } = useParams();
  return <OfLot key={lotId} lotId={Number(lotId)} />;
}

/** All that is known of a lot, and what was issued of it. */
const OfLot = observer(function OfLot({ lotId }: { lotId: number }) {
  const t = useTexts();
  const store = useStore((host) => new PassportStore(host, lotId));
  const title = t('passport.title', { id: lotId });
  const crumbs = [{ text: t('page.passports'), to: passportsPath }, { text: title }];
  const { answer, error, retry } = store.question;
  if (!answer) {
    return (
      <Page title={title} breadcrumbs={crumbs}>
        {error === null ? <Loading /> : <ErrorNotice subject={title} error={error} onRetry={retry} />}
      </Page>
    );
  }
  const link = `${window.location.origin}${passportPath(lotId)}`;
  return (
    <Page
      title={title}
      breadcrumbs={crumbs}
      extra={answer.controlled && <StatusPill tone="red">{t('passport.controlled')}</StatusPill>}
      actions={
        <>
          <CopyButton label={t('passport.link')} text={link} />
          {answer.mayIssue && (
            <LightButton kind="primary" onClick={() => store.ask()}>
              {t('passport.issue')}
            </LightButton>
          )}
        </>
      }
    >
      <Section title={t('passport.genealogy')}>
        <Genealogy passport={answer.passport} />
      </Section>
      <Issued store={store} issued={answer.issued} />
      <Sections passport={answer.passport} />
      <Ask store={store} />
    </Page>
  );
});

const Issued = observer(function Issued({
  store,
  issued,
}: {
  store: PassportStore;
  issued: readonly IssuedPassport[];
}) {
  const t = useTexts();
  return (
    <Section title={t('passport.issued')}>
      {issued.length === 0 ? (
        <EmptyState title={t('passport.noneIssued')} text={t('passport.noneIssuedText')} />
      ) : (
        <>
          <label className={css['copy']}>
            {t('passport.copy')}
            <LightSelect
              value={store.copy}
              onChange={({ target }) => store.take(passportCopySchema.catch('CUSTOMER').parse(target.value))}
            >
              {passportCopySchema.options.map((copy) => (
                <option key={copy} value={copy}>
                  {t(`passport.copy.${copy}`)}
                </option>
              ))}
            </LightSelect>
            <small>{t(`passport.copy.${store.copy}.text`)}</small>
          </label>
          <ul className={css['issued']} aria-label={t('passport.issued')}>
            {issued.map((one) => (
              <Version key={one.version} store={store} one={one} />
            ))}
          </ul>
        </>
      )}
      <VerifierLinks />
    </Section>
  );
});

const Version = observer(function Version({ store, one }: { store: PassportStore; one: IssuedPassport }) {
  const t = useTexts();
  const { version, issuedAt, by, seal, keyId, names, shared } = one;
  const named = { version };
  return (
    <li>
      <div>
        <strong>{t('passport.version', named)}</strong> · {formatDateTime(issuedAt)}
        {by !== '' && (
          <>
            {' · '}
            <bdi>{by}</bdi>
          </>
        )}{' '}
        {names && <StatusPill tone="grey">{t('passport.withNames')}</StatusPill>}{' '}
        {shared && <StatusPill tone="blue">{t('passport.isShared')}</StatusPill>}
      </div>
      <p className={css['links']}>
        <a href={store.address(version, 'file')} download aria-label={t('passport.fileOf', named)}>
          {t('passport.file')}
        </a>
        <a
          href={store.address(version, 'summary')}
          target="_blank"
          rel="noopener"
          aria-label={t('passport.summaryOf', named)}
        >
          {t('passport.summary')}
        </a>
        <a
          href={store.address(version, 'material')}
          target="_blank"
          rel="noopener"
          aria-label={t('passport.materialOf', named)}
        >
          {t('passport.materialCertificate')}
        </a>
      </p>
      <details className={css['proof']}>
        <summary>{t('passport.proof')}</summary>
        <p>
          {t('passport.hash')}: <code dir="ltr">{seal}</code>
        </p>
        <p>
          {t('passport.key')}: <Fingerprint keyId={keyId} />
        </p>
      </details>
    </li>
  );
});

const Ask = observer(function Ask({ store }: { store: PassportStore }) {
  const t = useTexts();
  const { asked, issuing } = store;
  return (
    <ConfirmDialog
      open={asked !== null}
      title={t('passport.issueAsk')}
      yes={t('passport.issue')}
      no={t('passport.cancel')}
      ready={!issuing.busy}
      onAnswer={(yes) => {
        if (yes) void issuing.run();
        else store.drop();
      }}
    >
      <p>{t('passport.issueText')}</p>
      <label className={css['choice']}>
        <input
          type="checkbox"
          checked={asked?.names ?? false}
          onChange={({ target }) => store.choose({ names: target.checked })}
        />
        <span>
          {t('passport.namesAsk')}
          <small>{t('passport.namesText')}</small>
        </span>
      </label>
      <label className={css['choice']}>
        <input
          type="checkbox"
          checked={asked?.shared ?? false}
          onChange={({ target }) => store.choose({ shared: target.checked })}
        />
        <span>
          {t('passport.sharedAsk')}
          <small>{t('passport.sharedText')}</small>
        </span>
      </label>
      {issuing.problem !== null && <p role="alert">{issuing.problem}</p>}
    </ConfirmDialog>
  );
});

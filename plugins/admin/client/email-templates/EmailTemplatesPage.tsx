import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import type { EmailEvent } from '@sinter/sdk/contract/host/emailTemplates';
import { say } from '@sinter/sdk/i18n/said';
import {
  EmptyState,
  ErrorNotice,
  Link,
  Loading,
  Page,
  SearchInput,
  Section,
  StatusPill,
  useLocation,
  useNavigate,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { Choice } from '@sinter/sdk/ui/panel';
import { EmailTemplatesStore, type Known } from './EmailTemplatesStore.ts';
import css from './templates.module.css';

const TextEditor = lazy(() => import('./TextEditor.tsx'));
const FrameEditor = lazy(() => import('./FrameEditor.tsx'));

const firstLanguage = 'en_US';
/** Names what stands around every email, where the address names an event. */
const frame = 'frame';

/** What the facility's emails say; `?event=orders.quoted&language=de_DE` edits one. */
export default observer(function EmailTemplatesPage() {
  const t = useTexts();
  const store = useStore((host) => new EmailTemplatesStore(host));
  const { pathname, search } = useLocation();
  const asked = new URLSearchParams(search).get('event');
  const { answer, error, retry } = store.templates;
  const event = answer?.events.find(({ id }) => id === asked);
  if (answer && (event || asked === frame)) {
    const title = event ? say(event.text, event.said) : t('templates.frame');
    return (
      <Page title={title} actions={<Link to={pathname}>{t('templates.all')}</Link>}>
        <Editing key={asked} store={store} known={answer} event={event} />
      </Page>
    );
  }
  return (
    <Page title={t('page.emailTemplates')} width="normal">
      <p className={css['quiet']}>{t('templates.intro')}</p>
      {error !== null && <ErrorNotice subject={t('page.emailTemplates')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer && (
        <>
          <ul className={css['events']}>
            <li>
              <Link to={`${pathname}?event=${frame}`}>{t('templates.frame')}</Link>
              <span className={css['quiet']}>{t('templates.frame.text')}</span>
            </li>
          </ul>
          <SearchInput
            label={t('templates.search')}
            placeholder={t('templates.search')}
            initial={store.search}
            onSearch={store.searchFor}
          />
          {store.found.length === 0 && <EmptyState title={t('templates.nothing')} text={t('templates.nothing.text')} />}
          {store.found.map(({ id, title, events }) => (
            <Section key={id} title={title}>
              <ul className={css['events']}>
                {events.map((one) => (
                  <Row key={one.id} event={one} known={answer} to={`${pathname}?event=${one.id}`} />
                ))}
              </ul>
            </Section>
          ))}
        </>
      )}
    </Page>
  );
});

function Row({ event, known, to }: { event: EmailEvent; known: Known; to: string }) {
  const t = useTexts();
  const names = known.languages.filter(({ key }) => event.languages.includes(key)).map(({ name }) => name);
  return (
    <li>
      <Link to={to}>{say(event.text, event.said)}</Link>
      <span className={css['quiet']}>{t(`templates.readers.${event.readers}`)}</span>
      {names.length > 0 ? (
        <StatusPill tone="blue">{t('templates.own', { languages: names.join(', ') })}</StatusPill>
      ) : (
        <StatusPill tone="grey">{t('templates.ours')}</StatusPill>
      )}
    </li>
  );
}

interface EditingProps {
  store: EmailTemplatesStore;
  known: Known;
  /** `undefined`: what stands around every email. */
  event: EmailEvent | undefined;
}

const Editing = observer(function Editing({ store, known, event }: EditingProps) {
  const t = useTexts();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get('language');
  const language = known.languages.find(({ key }) => key === asked)?.key ?? firstLanguage;
  const [first] = known.events;
  return (
    <>
      {event && <p className={css['quiet']}>{t(`templates.readers.${event.readers}`)}</p>}
      <div className={css['language']}>
        <Choice
          label={t('templates.language')}
          options={known.languages.map(({ key, name }) => ({ value: key, text: name }))}
          value={language}
          onChange={(key) => navigate(`${pathname}?event=${event?.id ?? frame}&language=${key}`, { replace: true })}
        />
        <span className={css['quiet']}>{t('templates.language.hint')}</span>
      </div>
      <Suspense fallback={<Loading />}>
        {event ? (
          <TextEditor
            key={language}
            store={store}
            event={event}
            language={language}
            ours={known.delivered[language] ?? { subject: '', body: '' }}
          />
        ) : (
          first && (
            <FrameEditor key={language} store={store} language={language} tokens={known.frameTokens} event={first.id} />
          )
        )}
      </Suspense>
    </>
  );
});

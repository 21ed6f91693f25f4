import { settingsCard } from '@sinter/sdk/contract/admin/settingsCard';
import { formatDateTime } from '@sinter/sdk/i18n';
import type { Tone } from '@sinter/sdk/ui';
import {
  EmptyState,
  ErrorNotice,
  LightButton,
  Link,
  Loading,
  Page,
  SearchInput,
  Section,
  StatusPill,
  useSlot,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { titleOf } from '../titles.ts';
import type { Found, SettingsCard } from './found.ts';
import { type Feature, SettingsStore } from './SettingsStore.ts';
import css from './settings.module.css';

const tones: Record<SettingsCard['state'], Tone> = { ON: 'green', OFF: 'grey', INCOMPLETE: 'amber', ERROR: 'red' };

/** All settings of the facility that the person may open. */
export default observer(function SettingsPage() {
  const t = useTexts();
  const store = useStore((host) => new SettingsStore(host));
  const { answer, error } = store.question;
  return (
    <Page title={t('settings.title')}>
      <p className={css['intro']}>{t('settings.intro')}</p>
      {error !== null && (
        <ErrorNotice subject={t('settings.title')} error={error} onRetry={() => store.question.retry()} />
      )}
      {!answer && error === null && <Loading />}
      {answer && (
        <>
          <div className={css['search']}>
            <SearchInput
              key={store.timesCleared}
              label={t('settings.search')}
              placeholder={t('settings.search')}
              initial={store.text}
              onSearch={(text) => store.search(text)}
            />
          </div>
          <div role="status" className={css['found']}>
            {store.groups.length === 0 && (
              <EmptyState
                title={t('settings.nothing')}
                text={t('settings.nothing.text')}
                actions={<LightButton onClick={() => store.clear()}>{t('settings.all')}</LightButton>}
              />
            )}
          </div>
          {store.groups.map(({ section, cards }) => (
            <Section key={section} title={t(`settings.section.${section}`)}>
              <ul className={css['cards']}>
                {cards.map((one) => (
                  <Card key={one.card.id} {...one} />
                ))}
              </ul>
            </Section>
          ))}
          {store.text.trim() === '' && (
            <>
              <OfApps />
              <Features features={answer.features} />
            </>
          )}
        </>
      )}
    </Page>
  );
});

function Card({ card, fields }: Found) {
  const t = useTexts();
  const { title, text, path, state, changed } = card;
  const at = changed && formatDateTime(changed.at);
  return (
    <li className={css['card']}>
      <div className={css['head']}>
        <h3>
          <Link to={path}>
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <StatusPill tone={tones[state]}>{t(`settings.state.${state}`)}</StatusPill>
      </div>
      {text && <p className={css['text']}>{text}</p>}
      {fields.length > 0 && <p className={css['fields']}>{t('settings.found', { fields: fields.join(', ') })}</p>}
      {changed && (
        <p className={css['changed']}>
          {changed.by
            ? t('settings.changedBy', { at: at ?? '', by: changed.by })
            : t('settings.changed', { at: at ?? '' })}
        </p>
      )}
    </li>
  );
}

/** What apps show of themselves; what leads to their settings is among the others. */
function OfApps() {
  const t = useTexts();
  const cards = useSlot(settingsCard);
  if (cards.length === 0) return null;
  return (
    <Section title={t('settings.ofApps')}>
      <ul className={css['cards']}>
        {cards.map(({ key, label, render }) => (
          <li key={key} className={css['card']}>
            <h3>
              <bdi>{label}</bdi>
            </h3>
            {render({})}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Read only: they are changed where their effect is shown first. */
function Features({ features }: { features: readonly Feature[] }) {
  const t = useTexts();
  return (
    <Section title={t('settings.features')}>
      <p className={css['intro']}>
        {t('settings.features.text')}{' '}
        <Link to="/service-provider/settings/modules?tab=features">{t('settings.features.change')}</Link>
      </p>
      <ul className={css['features']}>
        {features.map(({ key, label, enabled }) => (
          <li key={key}>
            <span>{titleOf(t, label, key)}</span>
            <StatusPill tone={enabled ? 'green' : 'grey'}>
              {t(enabled ? 'settings.state.ON' : 'settings.state.OFF')}
            </StatusPill>
          </li>
        ))}
      </ul>
    </Section>
  );
}

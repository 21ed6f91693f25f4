import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import { mailTimeSchema } from '@sinter/sdk/contract/host/notifications';
import { currentLocale } from '@sinter/sdk/i18n';
import { say } from '@sinter/sdk/i18n/said';
import { ErrorNotice, LightSelect, Loading, Page, Section } from '@sinter/sdk/ui';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { ShellStores } from '../ShellStores.ts';
import { SettingsStore } from './SettingsStore.ts';
import './notificationTexts.ts';
import css from './notifications.module.css';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekdays = [1, 2, 3, 4, 5, 6, 7];
/** Any Monday, so that the days after it are named. */
const monday = Date.UTC(2024, 0, 1);

const inUtc = (format: Intl.DateTimeFormatOptions, at: number) =>
  new Intl.DateTimeFormat(currentLocale(), { ...format, timeZone: 'UTC' }).format(at);

/** What somebody wants to be told of, where, and when. */
const SettingsPage = observer(function SettingsPage({ shell }: { shell: ShellStores }) {
  const t = useHostTexts();
  const [store] = useState(() => new SettingsStore(shell.workspace.browser));
  useEffect(() => store.question.start(), [store]);
  const { settings, groups, problem, kept, question } = store;
  const title = t('inbox.settings');
  return (
    <Page
      title={title}
      width="narrow"
      actions={<Link to="/inbox">{t('inbox.title')}</Link>}
      extra={
        <span className={css['saved']} role="status">
          {problem ?? (kept && t(`told.${kept}`))}
        </span>
      }
    >
      {question.error !== null && <ErrorNotice subject={title} error={question.error} onRetry={question.retry} />}
      {!settings && question.error === null && <Loading />}
      {settings && (
        <>
          <Section title={t('told.mails')}>
            <p className={css['note']}>{t('told.mails.text')}</p>
            <div className={css['when']}>
              <LightSelect
                aria-label={t('told.mails')}
                value={settings.mail}
                onChange={(event) => store.change({ mail: mailTimeSchema.parse(event.target.value) })}
              >
                {mailTimeSchema.options.map((time) => (
                  <option key={time} value={time}>
                    {t(`told.mail.${time}`)}
                  </option>
                ))}
              </LightSelect>
              {settings.mail === 'WEEKLY' && (
                <LightSelect
                  aria-label={t('told.weekday')}
                  value={settings.weekday}
                  onChange={(event) => store.change({ weekday: Number(event.target.value) })}
                >
                  {weekdays.map((day) => (
                    <option key={day} value={day}>
                      {inUtc({ weekday: 'long' }, monday + (day - 1) * 86_400_000)}
                    </option>
                  ))}
                </LightSelect>
              )}
              {(settings.mail === 'DAILY' || settings.mail === 'WEEKLY') && (
                <>
                  <LightSelect
                    aria-label={t('told.hour')}
                    value={settings.hour}
                    onChange={(event) => store.change({ hour: Number(event.target.value) })}
                  >
                    {hours.map((hour) => (
                      <option key={hour} value={hour}>
                        {inUtc({ hour: 'numeric', minute: '2-digit' }, monday + hour * 3_600_000)}
                      </option>
                    ))}
                  </LightSelect>
                  <LightSelect
                    aria-label={t('told.timeZone')}
                    value={settings.timeZone}
                    onChange={(event) => store.change({ timeZone: event.target.value })}
                  >
                    {store.timeZones.map((zone) => (
                      <option key={zone}>{zone}</option>
                    ))}
                  </LightSelect>
                </>
              )}
            </div>
          </Section>
          {groups.map(({ category, kinds }) => (
            <Section key={category.id} title={say(category.text, category.said)}>
              <table className={css['kinds']}>
                <thead>
                  <tr>
                    <th scope="col">{t('told.what')}</th>
                    <th scope="col">{t('told.bell')}</th>
                    <th scope="col">{t('told.mail')}</th>
                  </tr>
                </thead>
                <tbody>
                  {kinds.map(({ id, text, said, ...on }) => (
                    <tr key={id}>
                      <th scope="row">{say(text, said)}</th>
                      {(['bell', 'mail'] as const).map((channel) => (
                        <td key={channel}>
                          <input
                            type="checkbox"
                            aria-label={`${say(text, said)}: ${t(`told.${channel}`)}`}
                            checked={on[channel]}
                            disabled={channel === 'mail' && settings.mail === 'NEVER'}
                            onChange={(event) => store.changeKind(id, { [channel]: event.target.checked })}
                          />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </Section>
          ))}
        </>
      )}
    </Page>
  );
});
export default SettingsPage;

import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, Page, Section, TimeZoneNote, useLocation, usePlugin, useTexts } from '@sinter/sdk/ui';
import { DateInput } from '@sinter/sdk/ui/dates';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { fromField, soon, toField } from '../job/clock.ts';
import { PartsTable } from '../job/PartsTable.tsx';
import { entryQuery, readAddress, type TrayEntry } from '../job/trayAddress.ts';
import { Unreadable } from '../job/Unreadable.tsx';
import { createJobPath, jobPath } from '../paths.ts';
import { Screens } from '../tray/Screens.tsx';
import { TrayPanel } from '../tray/TrayPanel.tsx';
import { traySession, type TraySession } from '../tray/TraySession.ts';
import css from '../job/job.module.css';

/** A tray becomes a job: when it is to begin (specification 2.4). The address holds all of it, so that a reload loses nothing. */
export default observer(function CreateJobPage() {
  const t = useTexts();
  const session = usePlugin().get(traySession);
  const { search } = useLocation();
  const { problems, ...address } = readAddress(search);
  return (
    <Page title={t('create.title')} actions={<Screens />}>
      <TrayPanel session={session} />
      <Section>
        {problems === null && 'entry' in address && address.entry ? (
          <Entry entry={address.entry} session={session} />
        ) : (
          <Unreadable problems={problems ?? ['tray']} session={session} />
        )}
      </Section>
    </Page>
  );
});

function Entry({ entry, session }: { entry: TrayEntry; session: TraySession }) {
  const t = useTexts();
  const host = usePlugin();
  const id = useId();
  const from = entry.from ?? soon();
  const create = () => {
    const dates = { fromDate: String(from), toDate: String(from + entry.durationSeconds * 1000) };
    session.tell('FROM_DATE', dates);
    host.navigate(`${jobPath}${entryQuery({ ...entry, from })}`);
  };
  return (
    <>
      <dl className={css['facts']}>
        <dt>
          <label htmlFor={id}>{t('create.from')}</label>
        </dt>
        <dd>
          <DateInput
            id={id}
            kind="dateTime"
            clearable={false}
            value={toField(from)}
            onChange={(next) => {
              if (next === null) return;
              host.navigate(`${createJobPath}${entryQuery({ ...entry, from: fromField(next) })}`, { replace: true });
            }}
          />
        </dd>
        <dt>{t('create.duration')}</dt>
        <dd>{t('create.minutes', { minutes: formatNumber(Math.round(entry.durationSeconds / 60)) })}</dd>
        <dt>{t('create.material')}</dt>
        <dd>{t('create.m3', { amount: formatNumber(entry.materialM3, 9) })}</dd>
      </dl>
      <TimeZoneNote />
      <PartsTable label={t('create.parts')} parts={entry.tray} />
      <p className={css['end']}>
        <LightButton kind="primary" onClick={create}>
          {t('create.submit')}
        </LightButton>
      </p>
    </>
  );
}

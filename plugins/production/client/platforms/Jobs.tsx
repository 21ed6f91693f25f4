import type { Platform, PlatformBuildState } from '@sinter/sdk/contract/production/platforms';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import { Link, Section, StatusPill, useOpens, useTexts, type Tone } from '@sinter/sdk/ui';
import { jobPath } from '../paths.ts';
import css from './platforms.module.css';

const tones: Record<PlatformBuildState, Tone> = {
  CREATED: 'grey',
  BUILDING: 'blue',
  BUILT: 'green',
  CANCELED: 'red',
  FAILED: 'red',
  MERGED: 'green',
};

/** The builds of all revisions, newest first. */
export function Jobs({ jobs }: Pick<Platform, 'jobs'>) {
  const t = useTexts();
  const opens = useOpens();
  return (
    <Section title={t('platforms.builds')}>
      {jobs.length === 0 && <p className={css['quiet']}>{t('platform.builds.none')}</p>}
      {jobs.length > 0 && (
        <ul className={css['jobs']} aria-label={t('platforms.builds')}>
          {jobs.map(({ id, name, state, status, revision, from, to }) => (
            <li key={id}>
              <span className={css['stack']}>
                {opens(jobPath(id)) ? (
                  <Link to={jobPath(id)}>
                    <bdi>{name}</bdi>
                  </Link>
                ) : (
                  <bdi>{name}</bdi>
                )}
                <small>
                  {formatDateTime(from)} – {formatDateTime(to)}
                </small>
              </span>
              <span className={css['quiet']}>{t('platform.revision', { number: formatNumber(revision) })}</span>
              <StatusPill tone={status === 'PAUSED' ? 'amber' : tones[state]}>
                {t(status === 'PAUSED' ? 'platform.state.PAUSED' : `platform.state.${state}`)}
              </StatusPill>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

import { observer } from 'mobx-react-lite';
import type { Project } from '@sinter/sdk/contract/projects/projects';
import { formatDateTime, formatShortDate } from '@sinter/sdk/i18n';
import { DueMarker, LightButton, ProgressLine, Section, useTexts } from '@sinter/sdk/ui';
import { moneyText } from '../../money.ts';
import type { RoomProps } from '../ProjectStore.ts';
import css from '../room.module.css';

/** What the project is about, how far it is, what it costs and who is in it. */
export const Overview = observer(function Overview({ project, store }: RoomProps) {
  const t = useTexts();
  const { tasks, targetDate, closed, customer, facility, members } = project;
  return (
    <div className={css['columns']}>
      <div className={css['column']}>
        <Section title={t('project.about')}>
          {project.description === '' ? (
            <p className={css['quiet']}>{t('project.about.none')}</p>
          ) : (
            <p className={css['text']} dir="auto">
              {project.description}
            </p>
          )}
        </Section>
        <Section title={t('project.progress')}>
          {tasks.total === 0 ? (
            <p className={css['quiet']}>{t('project.noTasks')}</p>
          ) : (
            <div className={css['stack']}>
              <ProgressLine
                label={t('project.tasksDone', { done: tasks.done, total: tasks.total })}
                value={tasks.done / tasks.total}
              />
              {tasks.overdue > 0 && <p className={css['late']}>{t('project.tasksLate', { count: tasks.overdue })}</p>}
            </div>
          )}
        </Section>
        {project.may.prices && (
          <Section
            title={t('project.budget')}
            actions={
              project.may.manage &&
              project.budget === null && (
                <LightButton size="small" onClick={() => store.open('edit')}>
                  {t('project.budget.set')}
                </LightButton>
              )
            }
          >
            <Budget project={project} />
          </Section>
        )}
      </div>
      <div className={css['column']}>
        <Section title={t('project.facts')}>
          <dl className={css['facts']}>
            <dt>{t('project.customer')}</dt>
            <dd>
              <bdi>{customer?.name ?? '–'}</bdi>
            </dd>
            <dt>{t('project.facility')}</dt>
            <dd>
              <bdi>{facility?.name ?? '–'}</bdi>
            </dd>
            <dt>{t('project.targetDate')}</dt>
            <dd>
              {targetDate === null ? '–' : closed ? formatShortDate(targetDate) : <DueMarker date={targetDate} />}
            </dd>
            <dt>{t('project.created')}</dt>
            <dd>{t('project.createdBy', { name: project.createdBy, date: formatDateTime(project.createdOn) })}</dd>
            <dt>{t('project.updated')}</dt>
            <dd>{formatDateTime(project.updatedOn)}</dd>
          </dl>
        </Section>
        <Section title={t('project.members')}>
          <ul className={css['people']}>
            {members.slice(0, 8).map(({ userId, side, name, role }) => (
              <li key={`${side} ${userId}`}>
                <bdi>{name}</bdi>
                <span className={css['quiet']}>
                  {t(`side.${side}`)} · {t(`role.${role}`)}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </div>
  );
});

/** The own side's budget beside what is quoted in its currency; other currencies stand for themselves. */
function Budget({ project: { budget, quoted } }: { project: Project }) {
  const t = useTexts();
  const sums = quoted ?? [];
  const same = sums.find(({ currency }) => currency === budget?.currency);
  const share = budget && budget.amount > 0 ? (same?.amount ?? 0) / budget.amount : 0;
  return (
    <div className={css['budget']}>
      {budget && (
        <>
          <div className={css['sums']}>
            <span>
              {t('project.quoted')}: <strong>{moneyText(same ?? { amount: 0, currency: budget.currency })}</strong>
            </span>
            <span>{t('project.budget.of', { amount: moneyText(budget) })}</span>
          </div>
          <div
            className={css['bar']}
            data-over={share > 1}
            role="meter"
            aria-label={t('project.quoted')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.min(100, Math.round(share * 100))}
          >
            <span style={{ inlineSize: `${Math.min(100, share * 100)}%` }} />
          </div>
          {share > 1 && (
            <p className={css['late']}>
              {t('project.budget.over', {
                amount: moneyText({ amount: (same?.amount ?? 0) - budget.amount, currency: budget.currency }),
              })}
            </p>
          )}
        </>
      )}
      {sums
        .filter((sum) => sum !== same)
        .map((sum) => (
          <span key={sum.currency}>
            {t('project.quoted')}: <strong>{moneyText(sum)}</strong>
          </span>
        ))}
      {!budget && sums.length === 0 && <p className={css['quiet']}>{t('project.quoted.none')}</p>}
    </div>
  );
}

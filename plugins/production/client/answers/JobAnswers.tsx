import type { JobSlotProps } from '@sinter/sdk/contract/scheduling/jobSlots';
import { useTexts } from '@sinter/sdk/ui';
import { Answers } from './Answers.tsx';
import css from './answers.module.css';

/** In what the schedule shows of a job: what was answered before it began. */
export default function JobAnswers({ job }: JobSlotProps) {
  const t = useTexts();
  return (
    <section className={css['section']} aria-label={t('answers.title')}>
      <h3>{t('answers.title')}</h3>
      <Answers key={job.id} of={{ subject: 'JOB', id: job.id }} />
    </section>
  );
}

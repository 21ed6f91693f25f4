import { observer } from 'mobx-react-lite';
import type { NcrHolder } from '@sinter/sdk/contract/quality/holds';
import type { JobSlotProps } from '@sinter/sdk/contract/scheduling/jobSlots';
import { Link, useTexts } from '@sinter/sdk/ui';
import { ncrPath } from '../paths.ts';
import { useHeld } from './useHeld.ts';
import css from './held.module.css';

/** With a job in the schedule: what holds its machine, and what it builds. */
export default observer(function HeldJob({ job: { id, equipmentId } }: JobSlotProps) {
  const t = useTexts();
  const held = useHeld();
  const [machine, job] = [held.byMachine(equipmentId), held.byJob(id)];
  if (machine.length + job.length === 0) return null;
  return (
    <section className={css['section']} aria-label={t('held.title')}>
      <h3>{t('held.title')}</h3>
      <Holders title={t('held.job')} by={job} />
      <Holders title={t('held.itsMachine')} by={machine} />
    </section>
  );
});

function Holders({ title, by }: { title: string; by: readonly NcrHolder[] }) {
  if (by.length === 0) return null;
  return (
    <div className={css['holders']}>
      <p>{title}</p>
      <ul>
        {by.map(({ number, title: about, ncrId }) => (
          <li key={number}>
            {ncrId === null ? <bdi>{number}</bdi> : <Link to={ncrPath(ncrId)}>{number}</Link>} <bdi>{about}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

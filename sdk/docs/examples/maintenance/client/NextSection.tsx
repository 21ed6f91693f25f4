import { observer } from 'mobx-react-lite';
import type { JobSlotProps } from '@sinter/sdk/contract/scheduling/jobSlots';
import { DueMarker, Link, Section, useTexts } from '@sinter/sdk/ui';
import { useMaintenance } from './useMaintenance.ts';

export default observer(function NextSection({ job }: JobSlotProps) {
  const t = useTexts();
  const next = useMaintenance().next(job.equipmentId);
  if (!next) return null;
  return (
    <Section title={t('section.title')}>
      <p>
        <bdi>{next.task}</bdi> · <DueMarker date={next.dueOn} />
      </p>
      <Link to="/apps/sinter-labs.maintenance">{t('page.calendar')}</Link>
    </Section>
  );
});

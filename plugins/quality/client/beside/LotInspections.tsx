import { observer } from 'mobx-react-lite';
import type { LotSlotProps } from '@sinter/sdk/contract/production/lotSlots';
import { reconnected } from '@sinter/sdk/contract/host/events';
import { inspectionChanged, searchInspections, type InspectionLine } from '@sinter/sdk/contract/quality/inspections';
import { formatNumber } from '@sinter/sdk/i18n';
import { on, Question } from '@sinter/sdk/state';
import { Link, useStore, useTexts } from '@sinter/sdk/ui';
import { inspectionPath } from '../inspection/paths.ts';
import { InspectionPill } from '../inspection/words.tsx';
import css from '../ncr/ncr.module.css';

/** More are behind their page; who works on the floor measures the newest. */
const most = 10;

/** On the floor: what is measured of a lot. */
export default function LotInspections({ lot: { id } }: LotSlotProps) {
  return <Inspections key={id} lotId={id} />;
}

const Inspections = observer(function Inspections({ lotId }: { lotId: number }) {
  const t = useTexts();
  const { answer } = useStore((host) => {
    const question = new Question<void, InspectionLine[]>(host, {
      ask: async (_, signal) =>
        (await host.api.call(searchInspections, { body: { lotId, size: most } }, { signal })).inspections,
      failed: 'inspections of a lot could not be listed',
      refreshOn: [on(inspectionChanged, (changed) => changed.lotId === lotId), on(reconnected)],
    });
    return { question, start: () => question.start() };
  }).question;
  if (!answer || answer.length === 0) return null;
  return (
    <section aria-label={t('page.inspections')} className={css['told']}>
      <h2>{t('page.inspections')}</h2>
      <ul>
        {answer.map(({ id, number, plan, state, measured, wanted }) => (
          <li key={id} className={css['rowHead']}>
            <Link to={inspectionPath(id)}>{number}</Link>
            <span>
              <bdi>{plan.name}</bdi> {formatNumber(measured)} / {formatNumber(wanted)}
            </span>
            <InspectionPill state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
});

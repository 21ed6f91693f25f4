import { observer } from 'mobx-react-lite';
import { principalOf } from '@sinter/sdk/auth';
import type { CallResult } from '@sinter/sdk/contract/call';
import { reconnected } from '@sinter/sdk/contract/host/events';
import type { LotSlotProps } from '@sinter/sdk/contract/production/lotSlots';
import { listLotNcrs, ncrChanged } from '@sinter/sdk/contract/quality/ncrs';
import { on, Question } from '@sinter/sdk/state';
import { Link, StatusPill, usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { ncrPath } from '../paths.ts';
import { NcrStatusPill } from '../ncr/words.tsx';
import css from '../ncr/ncr.module.css';

/** On the floor: what is open about a lot, and what holds it. */
export default function LotNcrs({ lot: { id } }: LotSlotProps) {
  return <Notes key={id} lotId={id} />;
}

const Notes = observer(function Notes({ lotId }: { lotId: number }) {
  const t = useTexts();
  const { user } = usePlugin();
  const { answer } = useStore((host) => {
    const question = new Question<void, CallResult<typeof listLotNcrs>>(host, {
      ask: (_, signal) => host.api.call(listLotNcrs, { params: { id: lotId } }, { signal }),
      failed: 'non-conformances of a lot could not be listed',
      refreshOn: [on(ncrChanged), on(reconnected)],
    });
    return { question, start: () => question.start() };
  }).question;
  if (!answer || answer.length === 0) return null;
  const reads = principalOf(user).permissions.includes('QUALITY_MANAGEMENT_ACCESS');
  return (
    <section aria-label={t('ncr.plural')} className={css['told']}>
      <h2>{t('ncr.plural')}</h2>
      <ul>
        {answer.map(({ id, number, title, status, holds }) => (
          <li key={id} className={css['rowHead']}>
            <span>
              {reads ? <Link to={ncrPath(id)}>{number}</Link> : <bdi>{number}</bdi>} <bdi>{title}</bdi>
            </span>
            <NcrStatusPill status={status} />
            {holds && <StatusPill tone="red">{t('ncr.holdsLot')}</StatusPill>}
          </li>
        ))}
      </ul>
    </section>
  );
});

import { observer } from 'mobx-react-lite';
import type { LotDetail } from '@sinter/sdk/contract/production/lots';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { LightButton, StatusPill, useTexts } from '@sinter/sdk/ui';
import type { LotStore } from '../lot/LotStore.ts';
import { nameOf, toneOf } from '../words.ts';
import type { Doing, Queued } from './actions.ts';
import css from './offline.module.css';

interface ConflictsProps {
  store: LotStore;
  conflicts: readonly Queued[];
  /** Without what waits on the device. */
  server: LotDetail;
}

/** What the server refused after it was done without it: both versions, and the person decides. */
export default observer(function Conflicts({ store, conflicts, server }: ConflictsProps) {
  const t = useTexts();
  const all = store.offline.of(store.id);
  const behind = all.length - conflicts.length;
  return (
    <section className={css['conflicts']} aria-label={t('conflict.title')}>
      <h2>{t('conflict.title')}</h2>
      {conflicts.map((action) => (
        <Conflict key={action.seq} store={store} action={action} server={server} last={behind === 0} />
      ))}
      {behind > 0 && (
        <>
          <p>{t('conflict.behind', { count: behind })}</p>
          <div className={css['actions']}>
            <LightButton kind="danger" onClick={() => void store.offline.drop(...all)}>
              {t('conflict.dropAll', { count: all.length })}
            </LightButton>
          </div>
        </>
      )}
    </section>
  );
});

interface ConflictProps extends Omit<ConflictsProps, 'conflicts'> {
  action: Queued;
  /** Nothing was done after it. */
  last: boolean;
}

const Conflict = observer(function Conflict({ store, action, server, last }: ConflictProps) {
  const t = useTexts();
  const { doing, at, refusal } = action;
  const step = doing.kind === 'HOLD' ? undefined : server.steps.find(({ position }) => position === doing.position);
  return (
    <article className={css['conflict']}>
      <dl>
        <div>
          <dt>{t('conflict.mine')}</dt>
          <dd>
            {step && <bdi>{nameOf(t, step)}</bdi>} <strong dir="auto">{said(t, doing)}</strong>
          </dd>
          <dd className={css['quiet']}>{formatDateTime(at)}</dd>
        </div>
        <div>
          <dt>{t('conflict.server')}</dt>
          <dd>
            {step && (
              <>
                <bdi>{nameOf(t, step)}</bdi>{' '}
                <StatusPill tone={toneOf[step.status]}>{t(`status.${step.status}`)}</StatusPill>{' '}
                {t('card.open', { open: formatNumber(step.open), received: formatNumber(step.received) })}
              </>
            )}
            {server.heldFor !== null && (
              <>
                {' '}
                {t('lot.held')} <bdi>{server.heldFor}</bdi>
              </>
            )}
          </dd>
          <dd>{refusal}</dd>
        </div>
      </dl>
      <div className={css['actions']}>
        <LightButton onClick={() => void store.offline.drop(action)}>{t('conflict.drop')}</LightButton>
        {last && doing.kind === 'PROGRESS' && step?.counts === true && (
          <LightButton onClick={() => void store.recount(action)}>{t('conflict.recount')}</LightButton>
        )}
        <LightButton kind="primary" onClick={() => void store.offline.repeat(action)}>
          {t('conflict.again')}
        </LightButton>
      </div>
    </article>
  );
});

/** What was done, in one line. */
function said(t: PluginHost['t'], doing: Doing): string {
  switch (doing.kind) {
    case 'EVENT':
      return [t(`event.${doing.event}`), doing.reason].filter(Boolean).join(' · ');
    case 'HOLD':
      return [t(doing.hold ? 'lot.hold' : 'lot.release'), doing.reason].filter(Boolean).join(' · ');
    case 'REVERSE':
      return t('moves.reversal', { count: doing.quantity, quantity: formatNumber(doing.quantity) });
    case 'PROGRESS': {
      const pieces = (kind: string, quantity: number, reason = '') =>
        quantity === 0 ? '' : `${t(`moves.${kind}`, { count: quantity, quantity: formatNumber(quantity) })} ${reason}`;
      return [
        pieces('GOOD', doing.good),
        ...doing.scrap.map(({ quantity, reason }) => pieces('SCRAP', quantity, reason)),
        ...doing.rework.map(({ quantity, reason }) => pieces('REWORK', quantity, reason)),
        doing.checks.length > 0 ? t('commit.checks', { count: doing.checks.length }) : '',
        doing.batch === '' ? '' : t('commit.batch', { batch: doing.batch }),
        doing.finish ? t('event.FINISH') : '',
      ]
        .filter(Boolean)
        .join(' · ');
    }
  }
}

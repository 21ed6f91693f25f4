import { observer } from 'mobx-react-lite';
import { principalOf } from '@sinter/sdk/auth';
import { refusal } from '@sinter/sdk/contract/guard';
import { readLot, type FloorCard } from '@sinter/sdk/contract/production/lots';
import { formatNumber } from '@sinter/sdk/i18n';
import {
  DueMarker,
  EmptyState,
  ErrorNotice,
  LightButton,
  Link,
  Loading,
  StatusPill,
  usePlugin,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { ColorLabel } from '@sinter/sdk/ui/lists';
import { lotPath } from '../paths.ts';
import { nameOf, toneOf } from '../words.ts';
import type { FlowStep, FlowStore } from './FlowStore.ts';
import { FlowLotsStore } from './FlowLotsStore.ts';
import css from './flow.module.css';

/** The lots that stand at a step, the next one first. */
export const FlowLots = observer(function FlowLots({ store, step }: { store: FlowStore; step: FlowStep }) {
  const t = useTexts();
  const own = useStore((host) => new FlowLotsStore(host, step.key, store.narrow));
  const { lots, expediting } = own;
  const { answer, error } = lots;
  return (
    <SideDrawer
      title={t('flow.lotsAt', { step: nameOf(t, step) })}
      size={560}
      unsaved={false}
      onClose={() => store.open(null)}
    >
      {!answer &&
        (error === null ? (
          <Loading />
        ) : (
          <ErrorNotice subject={t('board.lots.title')} error={error} onRetry={lots.retry} />
        ))}
      {expediting.problem !== null && (
        <p role="alert" className={css['problem']}>
          {expediting.problem}
        </p>
      )}
      {answer?.cards.length === 0 && <EmptyState title={t('flow.noLots')} text={t('flow.noLots.text')} />}
      {answer && answer.cards.length > 0 && (
        <ul className={css['lots']} aria-label={t('board.lots.title')}>
          {answer.cards.map((card) => (
            <Lot key={card.id} card={card} store={own} />
          ))}
        </ul>
      )}
      {answer && answer.cards.length < answer.total && (
        <LightButton loading={lots.loading} onClick={own.more}>
          {t('flow.more', { count: answer.total - answer.cards.length })}
        </LightButton>
      )}
    </SideDrawer>
  );
});

const Lot = observer(function Lot({ card, store }: { card: FloorCard; store: FlowLotsStore }) {
  const t = useTexts();
  const { user } = usePlugin();
  const opens = refusal(readLot.guard, principalOf(user)) === null;
  const name = t('lot.named', { number: card.number });
  const status = card.heldFor === null ? card.status : 'ON_HOLD';
  const { busy, doing } = store.expediting;
  return (
    <li>
      <div className={css['lotTop']}>
        {opens ? <Link to={lotPath(card.id, card.position)}>{name}</Link> : <strong>{name}</strong>}
        <StatusPill tone={toneOf[status]}>{t(`status.${status}`)}</StatusPill>
        {card.expedited && <StatusPill tone="amber">{t('card.expedited')}</StatusPill>}
        {card.late && <StatusPill tone="red">{t('card.late')}</StatusPill>}
        {card.priority && <ColorLabel {...card.priority} />}
      </div>
      <bdi className={css['lotPart']}>{card.part}</bdi>
      <div className={css['lotFoot']}>
        <span>
          #{card.orderId} <bdi>{card.orderTitle}</bdi> ·{' '}
          {t('card.open', { open: formatNumber(card.open), received: formatNumber(card.received) })}
        </span>
        <DueMarker date={card.dueAt} />
        <LightButton
          size="small"
          aria-label={t(card.expedited ? 'flow.expedited.undo' : 'flow.expedite.lot', { number: card.number })}
          disabled={busy}
          loading={busy && doing?.[0].id === card.id}
          onClick={() => void store.expediting.run(card)}
        >
          {t(card.expedited ? 'flow.expedited.end' : 'flow.expedite')}
        </LightButton>
      </div>
    </li>
  );
});

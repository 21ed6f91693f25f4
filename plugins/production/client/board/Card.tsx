import { memo } from 'react';
import type { FloorCard } from '@sinter/sdk/contract/production/lots';
import { formatNumber } from '@sinter/sdk/i18n';
import { DueMarker, Link, StatusPill, Thumbnail, useTexts } from '@sinter/sdk/ui';
import { ColorLabel, TagChips } from '@sinter/sdk/ui/lists';
import { lotPath } from '../paths.ts';
import { nameOf, toneOf } from '../words.ts';
import css from './board.module.css';

/** A lot at one of its steps. `unsent`: what was done with it and waits on this device. */
export const Card = memo(function Card({ card, unsent }: { card: FloorCard; unsent: number }) {
  const t = useTexts();
  const lot = t('lot.named', { number: card.number });
  return (
    <li>
      <Link to={lotPath(card.id, card.position)} className={css['card']}>
        <span className={css['cardTop']}>
          <strong>{lot}</strong>
          {card.heldFor === null ? (
            <StatusPill tone={toneOf[card.status]}>{t(`status.${card.status}`)}</StatusPill>
          ) : (
            <StatusPill tone="red">{t('status.ON_HOLD')}</StatusPill>
          )}
        </span>
        <span className={css['cardPart']}>
          <Thumbnail src={card.thumbnail?.fileURL ?? null} alt="" size={44} />
          <span className={css['stack']}>
            <bdi className={css['part']}>{card.part}</bdi>
            <span className={css['quiet']}>
              #{card.orderId} <bdi>{card.orderTitle}</bdi>
            </span>
          </span>
        </span>
        <span className={css['cardLine']}>
          <bdi>{nameOf(t, { name: card.step, kind: card.kind })}</bdi>
          <span>{t('card.open', { open: formatNumber(card.open), received: formatNumber(card.received) })}</span>
        </span>
        <span className={css['cardLine']}>
          <span className={css['marks']}>
            <DueMarker date={card.dueAt} />
            {unsent > 0 && <StatusPill tone="amber">{t('offline.unsent', { count: unsent })}</StatusPill>}
            {card.expedited && <StatusPill tone="amber">{t('card.expedited')}</StatusPill>}
            {card.late && <StatusPill tone="red">{t('card.late')}</StatusPill>}
          </span>
          {card.priority && <ColorLabel {...card.priority} />}
        </span>
        {card.tags.length > 0 && <TagChips tags={card.tags} />}
        {card.heldFor !== null && card.heldFor !== '' && (
          <span className={css['held']}>
            <bdi>{card.heldFor}</bdi>
          </span>
        )}
        {(card.startedBy !== '' || card.machine !== '') && (
          <span className={css['quiet']}>
            <bdi>{[card.startedBy, card.machine].filter(Boolean).join(' · ')}</bdi>
          </span>
        )}
      </Link>
    </li>
  );
});

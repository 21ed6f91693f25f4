import { observer } from 'mobx-react-lite';
import type { LotDetail, LotMove } from '@sinter/sdk/contract/production/lots';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Link, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { lotPath } from '../../paths.ts';
import { nameOf } from '../../words.ts';
import type { StepProps } from '../StepProps.ts';
import { MovesStore } from './MovesStore.ts';
import css from '../lot.module.css';

/** What was counted, by whom, newest first. */
export const Moves = observer(function Moves({ store, lot }: StepProps) {
  const t = useTexts();
  const own = useStore(() => new MovesStore(store));
  const { question, reversing } = own;
  const { answer } = question;
  return (
    <SideDrawer title={t('moves.title')} size={560} unsaved={false} onClose={() => store.open(null)}>
      <div className={css['panel']}>
        {reversing.problem !== null && (
          <p role="alert" className={css['refusal']}>
            {reversing.problem}
          </p>
        )}
        {question.error !== null && (
          <ErrorNotice subject={t('moves.title')} error={question.error} onRetry={question.retry} />
        )}
        {!answer && question.error === null && <Loading />}
        {answer?.moves.length === 0 && <p>{t('moves.none')}</p>}
        <ul className={css['moves']}>
          {answer?.moves.map((move) => (
            <Move key={move.id} own={own} lot={lot} move={move} />
          ))}
        </ul>
        {answer?.more && (
          <LightButton loading={question.state === 'asking'} onClick={() => own.more()}>
            {t('moves.more')}
          </LightButton>
        )}
      </div>
    </SideDrawer>
  );
});

const Move = observer(function Move({ own, lot, move }: { own: MovesStore; lot: LotDetail; move: LotMove }) {
  const t = useTexts();
  const { reversing } = own;
  const step = lot.steps.find(({ position }) => position === move.position);
  const objects = move.objects.map((copy) => copy + 1).join(', ');
  const told = [
    objects === '' ? '' : t('remake.objects', { numbers: objects }),
    move.reason,
    move.batch === '' ? '' : t('moves.batch', { batch: move.batch }),
    move.device,
  ];
  return (
    <li data-reversed={move.reversed}>
      <div>
        <strong>
          {t(move.reverses === null ? `moves.${move.kind}` : 'moves.reversal', {
            count: Math.abs(move.quantity),
            quantity: formatNumber(Math.abs(move.quantity)),
          })}
        </strong>{' '}
        <bdi>{step ? nameOf(t, step) : ''}</bdi>
        {move.remake && move.reverses === null && ` · ${t('moves.remake')}`}
        {move.otherLotId !== null && (
          <>
            {' '}
            <Link to={lotPath(move.otherLotId)}>{t('lot.named', { number: move.otherLot ?? '' })}</Link>
          </>
        )}
        {told.some(Boolean) && <bdi className={css['told']}>{told.filter(Boolean).join(' · ')}</bdi>}
        <span className={css['told']}>
          {t('moves.by', { name: move.by, time: formatDateTime(move.at) })}
          {move.reversed && ` · ${t('moves.reversed')}`}
        </span>
      </div>
      {move.mayReverse && (
        <LightButton
          disabled={reversing.busy}
          loading={reversing.doing?.[0].id === move.id}
          onClick={() => void reversing.run(move)}
        >
          {t('moves.takeBack')}
        </LightButton>
      )}
    </li>
  );
});

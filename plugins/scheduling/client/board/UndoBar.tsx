import { formatDuration } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { formatWindow } from '../texts.ts';
import type { Board } from './Board.ts';
import type { Step } from './Moves.ts';

import css from './board.module.css';

/** The last thing that was moved, and the way back. */
export const UndoBar = observer(function UndoBar({ board }: { board: Board }) {
  const t = useTexts();
  const { last, steps, busy } = board.moves;
  const text = (step: Step): string => {
    if (step.kind === 'shift')
      return t(step.minutes < 0 ? 'edit.shifted.earlier' : 'edit.shifted.later', {
        count: step.jobIds.length,
        time: formatDuration(Math.abs(step.minutes)),
      });
    const { from, to, equipmentId } = step.after;
    const time = formatWindow(board.zone, { fromDate: String(from), toDate: String(to) });
    return t('edit.moved', { job: step.name, machine: board.nameOf(equipmentId), time });
  };
  return (
    <div className={css['undo']} role="status" hidden={!last}>
      {last && (
        <>
          <span>{text(last)}</span>
          <Button size="small" loading={busy} title={t('edit.undo.keys')} onClick={() => void board.moves.undo()}>
            {t('edit.undo')}
          </Button>
          {steps.length > 1 && <span className={css['quiet']}>{t('edit.undo.more', { count: steps.length - 1 })}</span>}
        </>
      )}
    </div>
  );
});

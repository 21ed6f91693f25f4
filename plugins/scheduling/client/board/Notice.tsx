import { CallError } from '@sinter/sdk/contract/errors';
import { messageOf, useTexts, LinkButton } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useId } from 'react';
import type { ReactNode } from 'react';
import { axisHeight } from '../chart/ChartStore.ts';
import { keyOfMachine, rowHeight } from '../chart/rows.ts';
import type { Place } from '../job-drawer/desk.ts';
import { formatWindow } from '../texts.ts';
import type { Board } from './Board.ts';
import { placeOf } from './Moves.ts';
import type { Refusal, Versions } from './Moves.ts';
import css from './board.module.css';

const noticeWidth = 380;
const gap = 8;

interface NoticeProps {
  board: Board;
  /** Pixels between the bars and the end of the frame. */
  end: number;
}

/** Where a job was put and is not: why, and the way on. */
export const Notice = observer(function Notice({ board, end }: NoticeProps) {
  const { refusal, versions } = board.moves;
  if (versions)
    return (
      <At board={board} place={versions.mine} end={end}>
        <TwoVersions board={board} versions={versions} />
      </At>
    );
  if (!refusal) return null;
  return (
    <At board={board} place={refusal.place} end={end}>
      <WhyNot board={board} refusal={refusal} />
    </At>
  );
});

interface AtProps extends NoticeProps {
  place: Place | null;
  children: ReactNode;
}

/** Beside a place of the chart as far as that is seen; without one, at its top. Escape closes it. */
const At = observer(function At({ board, place, end, children }: AtProps) {
  const t = useTexts();
  const { chart, moves } = board;
  const line = place ? chart.lines.placeOf(keyOfMachine(place.equipmentId)) : -1;
  const top = line < 0 ? 0 : chart.lines.top(line) - chart.scrollTop;
  const below = line < 0 || top + rowHeight / 2 < chart.height / 2;
  const x = place ? Math.min(Math.max(chart.xOf(place.from), 0), chart.width) : 0;
  const inset = Math.max(chart.width - x - noticeWidth, gap);
  const close = useCallback(() => {
    moves.dismiss();
    chart.takeFocus();
  }, [moves, chart]);
  useEffect(() => {
    const press = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const elsewhere = target instanceof Element && target.closest('[role=dialog], input');
      if (key === 'Escape' && !defaultPrevented && !elsewhere) close();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [close]);
  return (
    <div
      role="alert"
      className={css['notice']}
      style={{
        insetInlineEnd: end + inset,
        top: axisHeight + (below ? Math.max(top, 0) + (line < 0 ? gap : rowHeight) : Math.min(top, chart.height)),
        width: `min(${noticeWidth}px, calc(100% - ${2 * gap}px))`,
        transform: below ? undefined : 'translateY(-100%)',
      }}
    >
      <button type="button" className={css['close']} aria-label={t('edit.close')} onClick={close}>
        ×
      </button>
      {children}
    </div>
  );
});

const WhyNot = observer(function WhyNot({ board, refusal }: { board: Board; refusal: Refusal }) {
  const t = useTexts();
  const { error, name, inTheWay, kind, job } = refusal;
  const { slot, obstacle } = error instanceof CallError ? error.details : {};
  return (
    <>
      <strong>{t(`edit.refused.${kind}`, { job: name })}</strong>
      <span>{obstacle ? t('edit.because', { why: t(`obstacle.${obstacle}`) }) : messageOf(error)}</span>
      {inTheWay && (
        <span>
          <LinkButton onClick={() => void board.visit(inTheWay.id)}>
            {t('slot.inTheWay', { id: inTheWay.id, job: inTheWay.jobName })}
          </LinkButton>{' '}
          {formatWindow(board.zone, inTheWay)}
        </span>
      )}
      {job && slot && (
        <Button size="small" type="primary" loading={board.moves.busy} onClick={() => void board.moves.takeSlot()}>
          {t('edit.useSlot', { time: formatWindow(board.zone, slot) })}
        </Button>
      )}
      {job && !slot && obstacle && <span>{t('slot.none')}</span>}
    </>
  );
});

/** The same job as this person wants it and as somebody else has made it. */
const TwoVersions = observer(function TwoVersions({ board, versions }: { board: Board; versions: Versions }) {
  const t = useTexts();
  const id = useId();
  const { job, mine, theirs } = versions;
  const sides = { mine, theirs: placeOf(theirs) };
  const time = ({ from, to }: Place) => formatWindow(board.zone, { fromDate: String(from), toDate: String(to) });
  return (
    <>
      <strong id={id}>{t('edit.changed', { job: job.jobName })}</strong>
      {theirs.jobStatus !== job.jobStatus && (
        <span>{t('conflict.status', { status: t(`status.${theirs.jobStatus}`) })}</span>
      )}
      <table className={css['versions']} aria-labelledby={id}>
        <tbody>
          {(['mine', 'theirs'] as const).map((side) => (
            <tr key={side}>
              <th scope="row">{t(`conflict.${side}`)}</th>
              <td>
                <strong>{board.nameOf(sides[side].equipmentId)}</strong>
                <span>{time(sides[side])}</span>
              </td>
              <td>
                <Button size="small" disabled={board.moves.busy} onClick={() => void board.moves.choose(side)}>
                  {t(`edit.take.${side}`)}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
});

import { reaction } from 'mobx';
import type { Dispose } from '@sinter/sdk/plugin';
import { together } from '@sinter/sdk/state';
import type { ChartRow } from '../chart/rows.ts';
import type { Board } from './Board.ts';
import type { PageAddress } from './PageAddress.ts';

/** Moving about the chart asks for jobs once it has come to rest. */
const restMs = 350;

/** What a page does around its board. */
interface BoardPage {
  address: PageAddress;
  /** Machines of the chart. */
  rows: () => readonly ChartRow[];
  /** The chart was moved or zoomed, and rests. */
  moved: () => void;
  /** What the address tells beside what the page itself writes. */
  told: () => unknown;
  writeAddress: () => void;
  readAddress: (search: string) => void;
}

/** Loads a board, and keeps it, its page and the address in step until disposed. */
export function followBoard(board: Board, page: BoardPage): Dispose {
  const { chart } = board;
  return together(
    board.start(),
    page.address.follow(page.readAddress),
    reaction(page.rows, chart.setRows, { fireImmediately: true }),
    reaction(() => chart.view, page.moved, { delay: restMs }),
    reaction(page.told, page.writeAddress),
  );
}

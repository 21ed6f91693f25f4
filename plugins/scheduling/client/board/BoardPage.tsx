import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { Page, useTexts } from '@sinter/sdk/ui';
import { Failure } from '../Failure.tsx';
import type { Board } from './Board.ts';
import css from './board.module.css';

const JobDrawer = lazy(() => import('../job-drawer/JobDrawer.tsx'));

interface BoardPageProps {
  board: Board;
  title: string;
  actions: ReactNode;
  /** Beside the actions: what the board shows. */
  tools: ReactNode;
  /** Is there a chart, which takes the height that there is? */
  fills?: boolean;
  children: ReactNode;
}

/** A page with a board, and its drawer beside it. */
export const BoardPage = observer(function BoardPage({
  board,
  title,
  actions,
  tools,
  fills = true,
  children,
}: BoardPageProps) {
  return (
    <Page title={title} breadcrumbs={[{ text: title }]} extra={tools} actions={actions} fills={fills}>
      <div className={css['content']}>{children}</div>
      {board.drawer && (
        <Suspense fallback={null}>
          <JobDrawer store={board} content={board.drawer} />
        </Suspense>
      )}
    </Page>
  );
});

interface BoardContentProps {
  board: Board;
  /** Draws what the board shows. `notice`: why that is not up to date. */
  children: (notice: ReactNode) => ReactNode;
}

/** What a board shows, unless its machines cannot be known. Its frame is there before them. */
export const BoardContent = observer(function BoardContent({ board, children }: BoardContentProps) {
  const t = useTexts();
  const error = board.error ?? board.jobs.error;
  const notice = error !== null && (
    <Failure title={t('scheduler.failed')} error={error} onRetry={board.equipments ? board.jobs.refresh : board.load} />
  );
  return <>{board.error !== null && !board.equipments ? notice : children(notice)}</>;
});

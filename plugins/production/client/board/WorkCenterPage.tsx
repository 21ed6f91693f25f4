import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { ScannedCode } from '@sinter/sdk/contract/codes';
import { EmptyState, ErrorNotice, LightButton, Loading, Page, SearchInput, useStore, useTexts } from '@sinter/sdk/ui';
import { FilterTabs } from '@sinter/sdk/ui/lists';
import { ScanField } from '@sinter/sdk/ui/scan';
import { KioskBar } from '../kiosk/KioskBar.tsx';
import { OfflineBar } from '../offline/OfflineBar.tsx';
import { BoardStore, views } from './BoardStore.ts';
import { CardList } from './CardList.tsx';
import { Columns } from './Columns.tsx';
import css from './board.module.css';

const TagLimit = lazy(() => import('./TagLimit.tsx'));

/** What waits and runs on the floor, by work center or as a list. */
export default observer(function WorkCenterPage() {
  const t = useTexts();
  const store = useStore((host) => new BoardStore(host));
  const { list } = store;
  const [scans, setScans] = useState(false);
  const scan = async (code: ScannedCode) => ({ taken: true, text: await store.open(code) });
  return (
    <Page title={t('page.workCenter')}>
      <KioskBar kiosk={store.offline.kiosk} />
      <OfflineBar offline={store.offline} lots />
      <div className={css['bar']}>
        <div className={css['views']}>
          <FilterTabs
            label={t('view')}
            // What is theirs, a kiosk does not know before somebody has said who they are.
            tabs={views
              .filter((id) => id !== 'MINE' || !store.offline.kiosk.asks)
              .map((id) => ({ id, label: t(`view.${id}`) }))}
            chosen={list.filters.view}
            onChoose={store.show}
          />
        </div>
        <div className={css['search']}>
          <SearchInput
            key={list.timesCleared}
            label={t('board.search')}
            placeholder={t('board.search')}
            initial={list.filters.q}
            onSearch={store.search}
          />
        </div>
        <Suspense fallback={null}>
          <TagLimit tags={list.filters.tag} onChoose={(tag) => list.filter({ tag })} />
        </Suspense>
        <LightButton aria-expanded={scans} onClick={() => setScans(!scans)}>
          {t('board.scan')}
        </LightButton>
      </div>
      {/* A keyboard scanner is heard while it is closed; it shows itself when it has something to say. */}
      <div className={css['scan']} data-open={scans}>
        <ScanField label={t('board.scan')} kinds={['LOT']} onCode={scan} everywhere />
      </div>
      {store.showsBoard ? <Board store={store} /> : <CardList store={store} />}
    </Page>
  );
});

const Board = observer(function Board({ store }: { store: BoardStore }) {
  const t = useTexts();
  const { answer, error, retry } = store.board;
  if (!answer) {
    return error === null ? <Loading /> : <ErrorNotice subject={t('page.workCenter')} error={error} onRetry={retry} />;
  }
  if (answer.centers.every(({ lots }) => lots === 0)) {
    return (
      <EmptyState
        title={t('board.empty')}
        text={t('board.empty.text')}
        actions={<LightButton onClick={() => store.show('RECENT')}>{t('board.empty.recent')}</LightButton>}
      />
    );
  }
  return <Columns store={store} centers={answer.centers} />;
});

import { useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { Pins } from '../Pins.ts';
import type { PartScene } from '../scene/PartScene.ts';
import type { ViewerStore } from '../ViewerStore.ts';
import css from '../viewer.module.css';
import { Comments } from './Comments.tsx';
import { Compare } from './Compare.tsx';
import { FactsPanel } from './FactsPanel.tsx';
import { HeatPanel } from './HeatPanel.tsx';
import { MeasurePanel } from './MeasurePanel.tsx';
import { OrientationPanel } from './OrientationPanel.tsx';
import { Panel, Range } from './Panel.tsx';
import { SectionPanel } from './SectionPanel.tsx';

interface PanelsProps {
  store: ViewerStore;
  pins: Pins | null;
  scene: PartScene | null;
}

/** The tools beside the picture. */
export const Panels = observer(function Panels({ store, pins, scene }: PanelsProps) {
  const t = useTexts();
  const drawn = scene !== null;
  const percent = `${Math.round(store.explode * 100)}%`;
  return (
    <div className={css['panels']}>
      <FactsPanel store={store} />
      {drawn && <MeasurePanel measuring={store.measuring} />}
      {drawn && <SectionPanel store={store} scene={scene} />}
      {drawn && <HeatPanel store={store} scene={scene} />}
      {drawn && <OrientationPanel store={store} />}
      {drawn && store.components > 1 && (
        <Panel title={t('viewer.components', { count: store.components })}>
          <Range
            label={t('viewer.explode')}
            value={store.explode}
            text={percent}
            onChange={(explode) => store.look({ explode })}
          />
        </Panel>
      )}
      {drawn && store.original && <Compare store={store} />}
      {pins && <Comments pins={pins} scene={scene} />}
    </div>
  );
});

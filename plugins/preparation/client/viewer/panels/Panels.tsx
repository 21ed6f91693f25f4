import { partThreads, type PartLook, type PartPins } from '@sinter/sdk/contract/preparation/partThreads';
import type { PartSubject } from '@sinter/sdk/contract/preparation/partViewer';
import { Slot, useTexts } from '@sinter/sdk/ui';
import { Panel } from '@sinter/sdk/ui/panel';
import { observer } from 'mobx-react-lite';
import type { PartScene } from '../scene/PartScene.ts';
import type { ViewerStore } from '../ViewerStore.ts';
import css from '../viewer.module.css';
import { Compare } from './Compare.tsx';
import { FactsPanel } from './FactsPanel.tsx';
import { HeatPanel } from './HeatPanel.tsx';
import { MeasurePanel } from './MeasurePanel.tsx';
import { OrientationPanel } from './OrientationPanel.tsx';
import { Range } from './values.tsx';
import { SectionPanel } from './SectionPanel.tsx';

interface PanelsProps {
  store: ViewerStore;
  scene: PartScene | null;
  about: PartSubject | null;
  onPins: (pins: PartPins | null) => void;
}

/** The tools beside the picture. */
export const Panels = observer(function Panels({ store, scene, about, onPins }: PanelsProps) {
  const t = useTexts();
  const drawn = scene !== null;
  const fly = scene && ((look: PartLook) => scene.fly(look));
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
      {about && <Slot name={partThreads} props={{ about, fly, onPins }} />}
    </div>
  );
});

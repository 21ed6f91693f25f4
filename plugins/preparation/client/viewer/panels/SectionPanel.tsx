import { formatLength } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { Choice, Panel } from '@sinter/sdk/ui/panel';
import { observer } from 'mobx-react-lite';
import type { Axis, PartScene } from '../scene/PartScene.ts';
import type { ViewerStore } from '../ViewerStore.ts';
import css from '../viewer.module.css';
import { Range } from './values.tsx';

const axes: readonly Axis[] = ['X', 'Y', 'Z'];

interface SectionPanelProps {
  store: ViewerStore;
  scene: PartScene;
}

export const SectionPanel = observer(function SectionPanel({ store, scene }: SectionPanelProps) {
  const t = useTexts();
  const { section, report } = store;
  const options = [
    { value: 'NONE' as const, text: t('viewer.section.none') },
    ...axes.map((axis) => ({ value: axis, text: axis, name: t('viewer.section.axis', { axis }) })),
  ];
  const choose = (value: Axis | 'NONE') => {
    if (value === 'NONE') return store.look({ section: null });
    // Hides the half that is nearer to the camera.
    store.look({ section: { axis: value, share: section?.share ?? 0.5, flipped: !scene.isAbove(value) } });
  };
  const size = section && report ? (report.bbox.size[axes.indexOf(section.axis)] ?? 0) : 0;
  return (
    <Panel title={t('viewer.section')}>
      <Choice label={t('viewer.section')} options={options} value={section?.axis ?? 'NONE'} onChange={choose} />
      {section && (
        <>
          <Range
            label={t('viewer.section.place')}
            value={section.share}
            text={formatLength(section.share * size)}
            onChange={(share) => store.look({ section: { ...section, share } })}
          />
          <label className={css['check']}>
            <input
              type="checkbox"
              checked={section.flipped}
              onChange={({ target }) => store.look({ section: { ...section, flipped: target.checked } })}
            />
            {t('viewer.section.flip')}
          </label>
        </>
      )}
    </Panel>
  );
});

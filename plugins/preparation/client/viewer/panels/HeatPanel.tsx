import { useState } from 'react';
import { formatLength, formatNumber, formatPercent } from '@sinter/sdk/i18n';
import { LightButton, LightInput, useTexts } from '@sinter/sdk/ui';
import { Panel } from '@sinter/sdk/ui/panel';
import { observer } from 'mobx-react-lite';
import type { HeatMap } from '../HeatMap.ts';
import type { PartScene } from '../scene/PartScene.ts';
import { thickColors, thinColor } from '../scale.ts';
import type { ViewerStore } from '../ViewerStore.ts';
import css from '../viewer.module.css';
import { OperationState } from './OperationState.tsx';
import { Facts } from './values.tsx';

export const HeatPanel = observer(function HeatPanel({ store, scene }: { store: ViewerStore; scene: PartScene }) {
  const t = useTexts();
  const { heat } = store;
  const { details } = heat;
  const thinnest = details?.thinnest;
  return (
    <Panel title={t('viewer.heat')}>
      <Minimum heat={heat} />
      {details && (
        <label className={css['check']}>
          <input type="checkbox" checked={heat.shown} onChange={({ target }) => heat.show(target.checked)} />
          {t('viewer.heat.show')}
        </label>
      )}
      {heat.operation.state !== 'RUNNING' && (!details || heat.isStale) && (
        <LightButton size="small" kind="primary" onClick={() => void heat.measure()}>
          {t(details ? 'viewer.heat.again' : 'viewer.heat.measure')}
        </LightButton>
      )}
      <OperationState operation={heat.operation} label={t('viewer.heat.measuring')} onCancel={heat.cancel} />
      <Legend heat={heat} />
      {details && (
        <Facts
          facts={[
            [t('viewer.heat.min'), formatLength(details.minMm)],
            [t('viewer.heat.median'), formatLength(details.medianMm)],
            [t('viewer.heat.thin'), heat.isStale ? '–' : formatPercent(details.thinShare)],
          ]}
        />
      )}
      {thinnest && (
        <LightButton size="small" onClick={() => scene.lookAt(thinnest)}>
          {t('viewer.heat.thinnest')}
        </LightButton>
      )}
    </Panel>
  );
});

/** The user can type freely; a valid length is applied. */
const Minimum = observer(function Minimum({ heat }: { heat: HeatMap }) {
  const t = useTexts();
  const [text, setText] = useState(String(heat.minimum));
  const value = Number(text.replace(',', '.'));
  return (
    <label className={css['field']}>
      {t('viewer.heat.minimum')}
      <LightInput
        inputMode="decimal"
        value={text}
        invalid={!(value > 0)}
        onChange={({ target }) => {
          setText(target.value);
          heat.setMinimum(Number(target.value.replace(',', '.')));
        }}
      />
    </label>
  );
});

const Legend = observer(function Legend({ heat }: { heat: HeatMap }) {
  const t = useTexts();
  const { scale } = heat;
  if (!scale) return null;
  return (
    <div
      className={css['legend']}
      role="img"
      aria-label={t('viewer.heat.legend', { minimum: formatLength(scale.minimum) })}
    >
      <span className={css['legendThin']} style={{ background: thinColor }}>
        &lt; {formatNumber(scale.minimum)}
      </span>
      <span style={{ background: `linear-gradient(to right, ${thickColors.join(', ')})` }} />
      <span className={css['legendEnds']}>
        <span>{formatLength(scale.minimum)}</span>
        <span>≥ {formatLength(scale.maximum)}</span>
      </span>
    </div>
  );
});

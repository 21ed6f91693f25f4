import { formatArea, formatLength, formatSize } from '@sinter/sdk/i18n';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { Choice, Panel } from '@sinter/sdk/ui/panel';
import { observer } from 'mobx-react-lite';
import { objectives } from '../Orientation.ts';
import type { ViewerStore } from '../ViewerStore.ts';
import css from '../viewer.module.css';
import { OperationState } from './OperationState.tsx';
import { Facts } from './values.tsx';

export const OrientationPanel = observer(function OrientationPanel({ store: { orientation } }: { store: ViewerStore }) {
  const t = useTexts();
  const { details, objective, operation } = orientation;
  return (
    <Panel title={t('viewer.orientation')}>
      <Choice
        label={t('viewer.orientation.objective')}
        options={objectives.map((value) => ({ value, text: t(`viewer.orientation.${value}`) }))}
        value={objective}
        onChange={orientation.choose}
      />
      <div className={css['row']}>
        <LightButton
          size="small"
          kind="primary"
          disabled={operation.state === 'RUNNING'}
          onClick={() => void orientation.find()}
        >
          {t('viewer.orientation.find')}
        </LightButton>
        {details && (
          <LightButton size="small" onClick={() => orientation.undo()}>
            {t('viewer.orientation.undo')}
          </LightButton>
        )}
      </div>
      <OperationState
        operation={operation}
        label={t('viewer.orientation.finding')}
        onCancel={() => operation.cancel()}
      />
      {details && (
        <Facts
          facts={[
            [t('viewer.orientation.height'), formatLength(details.heightMm), formatLength(details.before.heightMm)],
            [t('viewer.orientation.box'), formatSize(details.boxMm), formatSize(details.before.boxMm)],
            [
              t('viewer.orientation.overhang'),
              formatArea(details.overhangAreaMm2),
              formatArea(details.before.overhangAreaMm2),
            ],
          ]}
        />
      )}
    </Panel>
  );
});

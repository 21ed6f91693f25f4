import { formatArea, formatBytes, formatNumber, formatSize, formatVolume } from '@sinter/sdk/i18n';
import { say } from '@sinter/sdk/i18n/said';
import { ErrorNotice, LightButton, ProgressLine, useTexts } from '@sinter/sdk/ui';
import { Panel } from '@sinter/sdk/ui/panel';
import { observer } from 'mobx-react-lite';
import type { ViewerStore } from '../ViewerStore.ts';
import css from '../viewer.module.css';
import { Facts } from './values.tsx';

export const FactsPanel = observer(function FactsPanel({ store }: { store: ViewerStore }) {
  const t = useTexts();
  const { report, preview, full } = store;
  if (!report) return null;
  const shown = full ?? preview;
  return (
    <Panel title={t('viewer.about')} open>
      <Facts
        facts={[
          [t('viewer.fact.size'), formatSize(report.bbox.size)],
          [t('viewer.fact.volume'), formatVolume(report.volumeMm3)],
          [t('viewer.fact.area'), formatArea(report.areaMm2)],
          [t('viewer.fact.facets'), formatNumber(report.facets)],
          [t('viewer.fact.shells'), formatNumber(report.shells)],
          [t('viewer.fact.surface'), t(report.watertight ? 'viewer.fact.closed' : 'viewer.fact.open')],
        ]}
      />
      {report.warnings.length > 0 && (
        <ul className={css['warnings']}>
          {report.warnings.map(({ code, text, said }) => (
            <li key={code}>{say(text, said)}</li>
          ))}
        </ul>
      )}
      {shown && shown.triangles.length / 3 < report.facets && (
        <FullMesh store={store} facets={shown.triangles.length / 3} />
      )}
    </Panel>
  );
});

const FullMesh = observer(function FullMesh({ store, facets }: { store: ViewerStore; facets: number }) {
  const t = useTexts();
  const { fullFile, fullArrival } = store;
  const shown = <span className={css['muted']}>{t('viewer.full.shown', { facets: formatNumber(facets) })}</span>;
  if (!fullFile) return shown;
  return (
    <div className={css['stack']}>
      {shown}
      {fullArrival.state === 'COMING' ? (
        <>
          <ProgressLine label={t('viewer.full.loading')} value={fullArrival.share} />
          <LightButton size="small" onClick={() => store.cancelFull()}>
            {t('viewer.cancel')}
          </LightButton>
        </>
      ) : (
        <LightButton size="small" onClick={store.loadFull}>
          {t('viewer.full.load', { size: formatBytes(fullFile.size) })}
        </LightButton>
      )}
      {fullArrival.state === 'FAILED' && <ErrorNotice subject={t('viewer.full.title')} error={fullArrival.error} />}
    </div>
  );
});

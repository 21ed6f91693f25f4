import type { MeshReport } from '@sinter/sdk/contract/preparation/mesh';
import { formatNumber, formatVolume } from '@sinter/sdk/i18n';
import { ErrorNotice, Loading, useTexts } from '@sinter/sdk/ui';
import { Panel } from '@sinter/sdk/ui/panel';
import { observer } from 'mobx-react-lite';
import type { ViewerStore } from '../ViewerStore.ts';
import css from '../viewer.module.css';
import { Facts, Range } from './values.tsx';

export const Compare = observer(function Compare({ store }: { store: ViewerStore }) {
  const t = useTexts();
  const { comparing, before, beforeArrival, beforeShare, beforeReport, report } = store;
  return (
    <Panel title={t('viewer.compare')}>
      <label className={css['check']}>
        <input type="checkbox" checked={comparing} onChange={({ target }) => store.compare(target.checked)} />
        {t('viewer.compare.show')}
      </label>
      {comparing && beforeArrival.state === 'COMING' && <Loading text={t('viewer.preparing')} />}
      {beforeArrival.state === 'FAILED' && (
        <ErrorNotice
          subject={t('viewer.compare.before')}
          error={beforeArrival.error}
          onRetry={() => store.compare(true)}
        />
      )}
      {comparing && before && (
        <Range
          label={t('viewer.compare.place')}
          value={beforeShare}
          text={t('viewer.compare.share', { share: Math.round(beforeShare * 100) })}
          onChange={(share) => store.look({ beforeShare: share })}
        />
      )}
      {beforeReport && report && (
        <Facts
          facts={[
            [t('viewer.compare.faults'), faultyEdges(report), faultyEdges(beforeReport)],
            [t('viewer.fact.facets'), formatNumber(report.facets), formatNumber(beforeReport.facets)],
            [t('viewer.fact.volume'), formatVolume(report.volumeMm3), formatVolume(beforeReport.volumeMm3)],
          ]}
        />
      )}
    </Panel>
  );
});

const faultyEdges = ({ defects }: MeshReport) => formatNumber(defects.openEdges + defects.nonManifoldEdges);

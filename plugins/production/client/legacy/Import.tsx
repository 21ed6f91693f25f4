import { useRef } from 'react';
import { observer } from 'mobx-react-lite';
import { legacyColumns } from '@sinter/sdk/contract/production/legacy';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import type { LegacyStore } from './LegacyStore.ts';
import css from './legacy.module.css';

/** Takes over what the old module had exported, and says of each row what became of it. */
export default observer(function Import({ store, onClose }: { store: LegacyStore; onClose: () => void }) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const { importing, report } = store;
  return (
    <SideDrawer title={t('legacy.import')} size={520} unsaved={false} onClose={onClose}>
      <div className={css['import']}>
        <p className={css['quiet']}>{t('legacy.import.lead')}</p>
        <p>
          <code dir="ltr">{legacyColumns.join(',')}</code>
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,text/plain"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void importing.run(file);
            target.value = '';
          }}
        />
        <div>
          <LightButton kind="primary" loading={importing.busy} onClick={() => input.current?.click()}>
            {t('legacy.import.choose')}
          </LightButton>
        </div>
        {importing.problem !== null && (
          <p role="alert" className={css['problem']}>
            {importing.problem}
          </p>
        )}
        {report && (
          <div role="status" className={css['report']}>
            <strong>{t('legacy.import.taken', { count: report.taken })}</strong>
            {report.refused.length > 0 && <span>{t('legacy.import.refused', { count: report.refused.length })}</span>}
          </div>
        )}
        {report && report.refused.length > 0 && (
          <ol className={css['refused']}>
            {report.refused.map(({ line, order, problem }) => (
              <li key={line}>
                {t('legacy.import.line', { line: formatNumber(line) })} <bdi>{order}</bdi>{' '}
                <span className={css['problem']}>{t(`legacy.problem.${problem}`)}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </SideDrawer>
  );
});

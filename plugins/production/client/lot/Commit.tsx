import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { counted, endsStep, flawOf } from './staged.ts';
import type { StepProps } from './StepProps.ts';
import css from './lot.module.css';

/** What is counted becomes one entry. */
export const Commit = observer(function Commit({ store, step }: Omit<StepProps, 'lot'>) {
  const t = useTexts();
  const { position } = step;
  const staged = store.staged.get(position);
  if (!staged) return <p className={css['quiet']}>{t('commit.nothing')}</p>;
  const flaw = staged.sent ? null : flawOf(staged, step);
  const pieces = counted(staged);
  const answers = Object.keys(staged.checks).length;
  const parts = [
    ...(pieces > 0 ? [t('commit.pieces', { count: pieces })] : []),
    ...(answers > 0 ? [t('commit.checks', { count: answers })] : []),
    ...(staged.batch === '' ? [] : [t('commit.batch', { batch: staged.batch })]),
  ];
  const { busy } = store;
  const finishing = store.progressing.doing?.[1];
  return (
    <div className={css['commit']}>
      <p role="status">
        <strong>{parts.join(' · ')}</strong> {staged.sent ? t('commit.unanswered') : t('commit.staged')}
        {flaw !== null && (
          <span className={css['flaw']}>
            {t(flaw, { counted: formatNumber(pieces), open: formatNumber(step.open) })}
          </span>
        )}
      </p>
      <div className={css['actions']}>
        {!staged.sent && (
          <LightButton disabled={busy} onClick={() => store.discard(position)}>
            {t('commit.discard')}
          </LightButton>
        )}
        <LightButton
          kind="primary"
          disabled={busy || flaw !== null}
          loading={finishing === false}
          onClick={() => void store.progress(step, false)}
        >
          {t(staged.sent ? 'commit.again' : 'commit.progress')}
        </LightButton>
        {!staged.sent && endsStep(staged, step) && (
          <LightButton
            kind="primary"
            disabled={busy || flaw !== null}
            loading={finishing === true}
            onClick={() => void store.progress(step, true)}
          >
            {t('commit.finish')}
          </LightButton>
        )}
      </div>
    </div>
  );
});

import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import type { PreparedPart } from '@sinter/sdk/api';
import { formatSize, formatVolume } from '@sinter/sdk/i18n';
import { ProgressLine, secondsLeft, Thumbnail, useTexts } from '@sinter/sdk/ui';
import { PartChoices } from './PartChoices.tsx';
import type { PartLine } from './PartLine.ts';
import { PartPrice } from './PartPrice.tsx';
import type { StoreFrontStore } from './StoreFrontStore.ts';
import css from './storeFront.module.css';

/** One part: its picture, how far its file is, how it is wanted, and what that costs. */
export const PartCard = observer(function PartCard({ store, line }: { store: StoreFrontStore; line: PartLine }) {
  const t = useTexts();
  const { state } = line;
  const { fileName } = line.preparation;
  const picture = state.kind === 'ready' ? (state.part.picture?.fileURL ?? null) : null;
  return (
    <li className={css['card']}>
      <Thumbnail src={picture} alt={fileName} size={88} />
      <div className={css['body']}>
        <div className={css['head']}>
          <strong title={fileName}>{fileName}</strong>
          <button type="button" aria-label={t('shop.remove', { fileName })} onClick={() => store.remove(line)}>
            ×
          </button>
        </div>
        <Progress line={line} />
        {state.kind === 'ready' && <Report part={state.part} />}
        {state.kind !== 'failed' && <PartChoices store={store} line={line} />}
        {line.problem !== null && (
          <p role="alert" className={css['failed']}>
            {line.problem}
          </p>
        )}
        <PartPrice line={line} estimates={store.estimates} />
      </div>
    </li>
  );
});

const Progress = observer(function Progress({ line }: { line: PartLine }) {
  const t = useTexts();
  const { state, stepStartedAt } = line;
  if (state.kind === 'running') {
    const left = secondsLeft(stepStartedAt, state.progress);
    return (
      <ProgressLine
        label={t(`step.${state.step}`)}
        value={state.progress}
        {...(left === undefined ? {} : { secondsLeft: left })}
      />
    );
  }
  if (state.kind !== 'failed') return null;
  return (
    <div className={css['failure']} role="alert">
      <p className={css['failed']}>
        <strong>{t(`stepFailed.${state.step}`)}</strong> {state.message}
      </p>
      <Button size="small" onClick={() => line.preparation.retry()}>
        {t('shop.retry')}
      </Button>
    </div>
  );
});

function Report({ part: { report, repaired } }: { part: PreparedPart }) {
  const t = useTexts();
  return (
    <>
      <p className={css['facts']}>
        <span>{formatSize(report.bbox.size)}</span>
        <span>{formatVolume(report.volumeMm3)}</span>
        {repaired && <span className={css['repaired']}>{t('shop.repaired')}</span>}
      </p>
      {report.warnings.length > 0 && (
        <ul className={css['warnings']}>
          {report.warnings.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}

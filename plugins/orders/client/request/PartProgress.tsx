import { useRef } from 'react';
import type { ChangeEvent } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import type { UploadStep } from '@sinter/sdk/contract/preparation/fileOperations';
import type { FileLine } from '@sinter/sdk/state/files';
import { ProgressLine, Stepper, useTexts } from '@sinter/sdk/ui';
import css from './request.module.css';

/** How far a part's file is: its steps, how long it still takes, and what to do where it does not go on by itself. */
export const PartProgress = observer(function PartProgress({ file }: { file: FileLine }) {
  const { state } = file;
  if (state.kind === 'running') return <Running file={file} state={state} />;
  if (state.kind === 'paused') return <Paused file={file} progress={state.progress} />;
  return state.kind === 'failed' ? <Failed file={file} state={state} /> : null;
});

type StateOf<Kind extends FileLine['state']['kind']> = Extract<FileLine['state'], { kind: Kind }>;

function Steps({ file, current, ...rest }: { file: FileLine; current: StateOf<'running' | 'failed'>; failed?: true }) {
  const t = useTexts();
  const steps = current.steps.map((id: UploadStep) => ({ id, label: t(`stepName.${id}`) }));
  const label = t('shop.steps', { fileName: file.preparation.fileName });
  return <Stepper label={label} steps={steps} current={current.step} {...rest} />;
}

const Running = observer(function Running({ file, state }: { file: FileLine; state: StateOf<'running'> }) {
  const t = useTexts();
  const { step, progress, waitsFor } = state;
  return (
    <div className={css['progress']}>
      <Steps file={file} current={state} />
      <div className={css['running']}>
        <ProgressLine
          label={t(waitsFor === null ? `step.${step}` : `waits.${waitsFor}`)}
          value={progress}
          secondsLeft={waitsFor === null ? file.secondsLeft : undefined}
        />
        <Button size="small" onClick={() => file.preparation.cancel()}>
          {t('shop.cancel')}
        </Button>
      </div>
      {file.needsConverter && <p className={css['quiet']}>{t('shop.needsConverter')}</p>}
    </div>
  );
});

/** After a reload the browser has let go of the file: only the person can give it back. */
const Paused = observer(function Paused({ file, progress }: { file: FileLine; progress: number }) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const { fileName } = file.preparation;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    if (chosen) file.resume(chosen);
    event.target.value = '';
  };
  return (
    <div className={css['progress']}>
      <ProgressLine label={t('shop.paused')} value={progress} />
      <div className={css['failure']}>
        <Button size="small" type="primary" onClick={() => input.current?.click()}>
          {t('shop.chooseAgain')}
        </Button>
        <input ref={input} type="file" hidden aria-label={t('shop.chooseAgain')} onChange={choose} />
        <Button size="small" onClick={() => file.preparation.cancel()}>
          {t('shop.cancel')}
        </Button>
      </div>
      {file.wrongFile !== null && (
        <p role="alert" className={css['failed']}>
          {t('shop.wrongFile', { chosen: file.wrongFile, fileName })}
        </p>
      )}
    </div>
  );
});

const Failed = observer(function Failed({ file, state }: { file: FileLine; state: StateOf<'failed'> }) {
  const t = useTexts();
  const { original, processed } = state;
  return (
    <div className={css['progress']}>
      <Steps file={file} current={state} failed />
      <p role="alert" className={css['failed']}>
        <strong>{t(`stepFailed.${state.step}`)}</strong> {state.message}
      </p>
      <div className={css['failure']}>
        <Button size="small" onClick={() => file.preparation.retry()}>
          {t('shop.retry')}
        </Button>
        {original && <Download file={original} label={t('shop.original')} />}
        {processed && processed.id !== original?.id && <Download file={processed} label={t('shop.processed')} />}
      </div>
    </div>
  );
});

/** Nothing that was uploaded or made is lost by a failure. */
const Download = ({ file, label }: { file: FileDto; label: string }) => (
  <a href={`${file.fileURL}?download=true`} download={file.fileName}>
    {label}
  </a>
);

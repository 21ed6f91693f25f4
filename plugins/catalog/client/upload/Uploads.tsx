import { useRef, useState } from 'react';
import type { ChangeEvent } from 'react';
import { observer } from 'mobx-react-lite';
import type { PreparationState } from '@sinter/sdk/contract/preparation/filePreparation';
import { fileContent, type FileDto } from '@sinter/sdk/contract/host/files';
import { formatSize, formatVolume } from '@sinter/sdk/i18n';
import { say } from '@sinter/sdk/i18n/said';
import type { FileLine } from '@sinter/sdk/state/files';
import {
  ConfirmDialog,
  LightButton,
  LightInput,
  ProgressLine,
  Section,
  StatusPill,
  Stepper,
  Thumbnail,
  usePlugin,
  useTexts,
} from '@sinter/sdk/ui';
import type { PartUpload } from './PartUpload.ts';
import type { PartUploads } from './PartUploads.ts';
import css from './uploads.module.css';

interface UploadsProps {
  uploads: PartUploads;
  /** Shows the part that is there already. */
  onOpen: (partId: number) => void;
}

/** Files that are becoming parts: how far they are, and what they will be called. */
export const Uploads = observer(function Uploads({ uploads, onOpen }: UploadsProps) {
  const t = useTexts();
  const { newParts, addable } = uploads;
  if (newParts.length === 0) return null;
  return (
    <Section
      title={t('upload.title', { count: newParts.length })}
      actions={
        addable.length > 1 && (
          <LightButton kind="primary" onClick={() => void uploads.addAll()}>
            {t('upload.addAll', { count: addable.length })}
          </LightButton>
        )
      }
    >
      <ul className={css['lines']}>
        {newParts.map((line) => (
          <UploadLine key={line.id} {...{ uploads, line, onOpen }} />
        ))}
      </ul>
    </Section>
  );
});

interface LineProps extends UploadsProps {
  line: PartUpload;
}

const UploadLine = observer(function UploadLine({ uploads, line, onOpen }: LineProps) {
  const t = useTexts();
  const { file, duplicate, saving } = line;
  const { fileName } = file.preparation;
  const picture = file.state.kind === 'ready' ? (file.state.part.picture?.fileURL ?? null) : null;
  return (
    <li className={css['line']}>
      <Thumbnail src={picture} alt={fileName} size={72} />
      <div className={css['body']}>
        <div className={css['head']}>
          <strong title={fileName}>
            <bdi>{fileName}</bdi>
          </strong>
          {uploads.exportControlled && <StatusPill tone="red">{t('part.controlled')}</StatusPill>}
          <Remove {...{ uploads, line }} />
        </div>
        <UploadProgress file={file} />
        <Units file={file} />
        {file.isReady && duplicate === null && <Naming {...{ uploads, line }} />}
        {duplicate && <Duplicate {...{ uploads, line, onOpen }} />}
        {saving.problem !== null && (
          <p role="alert" className={css['problem']}>
            {saving.problem}
          </p>
        )}
      </div>
    </li>
  );
});

const units = ['MM', 'CM', 'IN'] as const;

/** Formats that do not say what their numbers are in leave it to the person. */
export const Units = observer(function Units({ file }: { file: FileLine }) {
  const t = useTexts();
  const { units: chosen, preparation } = file;
  if (chosen === null) return null;
  return (
    <div className={css['units']} role="group" aria-label={t('upload.units')}>
      <span>{t('upload.units')}</span>
      {units.map((unit) => (
        <button
          key={unit}
          type="button"
          aria-pressed={unit === chosen}
          onClick={() => unit !== chosen && preparation.chooseUnits(unit)}
        >
          {unit.toLowerCase()}
        </button>
      ))}
    </div>
  );
});

/** Taking a file off that was prepared loses what was entered for it. */
const Remove = observer(function Remove({ uploads, line }: Pick<LineProps, 'uploads' | 'line'>) {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const { fileName } = line.file.preparation;
  const answer = (yes: boolean) => {
    setAsking(false);
    if (yes) uploads.remove(line);
  };
  return (
    <>
      <button
        type="button"
        className={css['remove']}
        aria-label={t('upload.remove', { fileName })}
        onClick={() => setAsking(true)}
      >
        ×
      </button>
      <ConfirmDialog
        open={asking}
        danger
        title={t('upload.remove.ask', { fileName })}
        yes={t('upload.remove.yes')}
        no={t('common.cancel')}
        onAnswer={answer}
      >
        {t('upload.remove.text')}
      </ConfirmDialog>
    </>
  );
});

/** How far a file is, or why it came no further. */
export const UploadProgress = observer(function UploadProgress({ file }: { file: FileLine }) {
  const t = useTexts();
  const { state, secondsLeft } = file;
  if (state.kind === 'running') {
    const steps = state.steps.map((id) => ({ id, label: t(`upload.step.${id}`) }));
    const label = t(state.waitsFor === null ? `upload.doing.${state.step}` : `upload.waits.${state.waitsFor}`);
    return (
      <>
        <Stepper label={t('upload.steps')} steps={steps} current={state.step} />
        <ProgressLine label={label} value={state.progress} secondsLeft={secondsLeft} />
      </>
    );
  }
  if (state.kind === 'paused') return <Paused file={file} progress={state.progress} />;
  if (state.kind === 'ready') {
    const { report } = state.part;
    return (
      <>
        <p className={css['facts']}>
          <bdi>{formatSize(report.bbox.size)}</bdi>
          <bdi>{formatVolume(report.volumeMm3)}</bdi>
          {state.part.repaired && <span className={css['good']}>{t('upload.repaired')}</span>}
        </p>
        {report.warnings.map(({ code, text, said }) => (
          <p key={code} className={css['warning']}>
            {say(text, said)}
          </p>
        ))}
      </>
    );
  }
  return state.kind === 'failed' ? <Failed file={file} state={state} /> : null;
});

/** After a reload the browser has let go of the file: only the person can give it back. */
const Paused = observer(function Paused({ file, progress }: { file: FileLine; progress: number }) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    if (chosen) file.resume(chosen);
    event.target.value = '';
  };
  return (
    <>
      <ProgressLine label={t('upload.paused')} value={progress} />
      <div className={css['failure']}>
        <LightButton size="small" kind="primary" onClick={() => input.current?.click()}>
          {t('upload.chooseAgain')}
        </LightButton>
        <input ref={input} type="file" hidden aria-label={t('upload.chooseAgain')} onChange={choose} />
      </div>
      {file.wrongFile !== null && (
        <p role="alert" className={css['problem']}>
          {t('upload.wrongFile', { chosen: file.wrongFile, fileName: file.preparation.fileName })}
        </p>
      )}
    </>
  );
});

interface FailedProps {
  file: FileLine;
  state: Extract<PreparationState, { kind: 'failed' }>;
}

/** Nothing that was uploaded or made is lost by a failure. */
function Failed({ file, state: { step, message, original, processed } }: FailedProps) {
  const t = useTexts();
  return (
    <>
      <p role="alert" className={css['problem']}>
        <strong>{t(`upload.failed.${step}`)}</strong> {message}
      </p>
      <div className={css['failure']}>
        <LightButton size="small" onClick={() => file.preparation.retry()}>
          {t('upload.retry')}
        </LightButton>
        {original && <Download file={original} label={t('upload.original')} />}
        {processed && processed.id !== original?.id && <Download file={processed} label={t('upload.processed')} />}
      </div>
    </>
  );
}

function Download({ file, label }: { file: FileDto; label: string }) {
  const { api } = usePlugin();
  return <a href={api.href(fileContent, { params: { id: file.id }, query: { download: 'true' } })}>{label}</a>;
}

const Naming = observer(function Naming({ uploads, line }: Pick<LineProps, 'uploads' | 'line'>) {
  const t = useTexts();
  const empty = line.name.trim() === '';
  return (
    <form
      className={css['naming']}
      onSubmit={(event) => {
        event.preventDefault();
        void uploads.add(line);
      }}
    >
      <label>
        <span>{t('part.name')}</span>
        <LightInput
          value={line.name}
          maxLength={200}
          required
          invalid={empty}
          onChange={(event) => line.setName(event.target.value)}
        />
      </label>
      <label>
        <span>{t('part.number')}</span>
        <LightInput
          value={line.partNumber}
          maxLength={100}
          onChange={(event) => line.setPartNumber(event.target.value)}
        />
      </label>
      <LightButton kind="primary" type="submit" loading={line.saving.busy} disabled={empty}>
        {t('upload.add')}
      </LightButton>
    </form>
  );
});

const Duplicate = observer(function Duplicate({ uploads, line, onOpen }: LineProps) {
  const t = useTexts();
  const { duplicate } = line;
  if (!duplicate) return null;
  const { partId, name, revision } = duplicate;
  return (
    <div className={css['duplicate']} role="status">
      <p>{t('upload.duplicate', { name, revision })}</p>
      <div>
        <LightButton size="small" onClick={() => onOpen(partId)}>
          {t('upload.duplicate.open')}
        </LightButton>
        <LightButton size="small" disabled={line.saving.busy} onClick={() => void uploads.addRevision(line, partId)}>
          {t('upload.duplicate.revision')}
        </LightButton>
        <LightButton size="small" disabled={line.saving.busy} onClick={() => void uploads.add(line, true)}>
          {t('upload.duplicate.anyway')}
        </LightButton>
      </div>
    </div>
  );
});

import { Fragment, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { fileContent } from '@sinter/sdk/contract/host/files';
import { formatBytes, formatDate, formatVolume } from '@sinter/sdk/i18n';
import { FileDropZone, LightButton, Thumbnail, usePlugin, useTexts } from '@sinter/sdk/ui';
import { ExportQuestion } from '@sinter/sdk/ui/form';
import type { PartUploads } from '../upload/PartUploads.ts';
import { Units, UploadProgress } from '../upload/Uploads.tsx';
import type { PartDetail, PartStore } from './PartStore.ts';
import css from './detail.module.css';

interface RevisionsProps {
  store: PartStore;
  part: PartDetail;
  /** `null`: none can be added. */
  uploads: PartUploads | null;
}

/** The revisions, latest first; a dropped file becomes the next one. */
export const Revisions = observer(function Revisions({ store, part, uploads }: RevisionsProps) {
  const t = useTexts();
  const { api } = usePlugin();
  const href = (id: number) => api.href(fileContent, { params: { id }, query: { download: 'true' } });
  return (
    <section className={css['section']}>
      <h3>{t('part.revisions')}</h3>
      <ul className={css['revisions']}>
        {part.revisions.map((revision) => {
          const { originalFileDTO: original, fileDTO: mesh } = revision;
          return (
            <li key={revision.id}>
              <button
                type="button"
                className={css['pick']}
                aria-pressed={store.revision?.id === revision.id}
                aria-label={t('part.revision.show', { revision: revision.revision })}
                onClick={() => store.show(revision.id)}
              >
                <Thumbnail src={revision.pngFileDTO?.fileURL ?? null} alt="" size={56} />
                <strong>{revision.revision}</strong>
              </button>
              <div className={css['about']}>
                <span>
                  <bdi>{revision.fileName}</bdi>
                </span>
                <span className={css['quiet']}>
                  {[formatVolume(revision.report.volumeMm3), formatDate(revision.createdOn), revision.createdBy]
                    .filter((text) => text !== '')
                    .map((text, place) => (
                      <Fragment key={place}>
                        {place > 0 && ' · '}
                        <bdi>{text}</bdi>
                      </Fragment>
                    ))}
                </span>
              </div>
              <div className={css['downloads']}>
                <a href={href(original.id)}>{t('part.download', { size: formatBytes(original.size) })}</a>
                {mesh.id !== original.id && (
                  <a href={href(mesh.id)}>{t('part.download.mesh', { size: formatBytes(mesh.size) })}</a>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {uploads && (
        <>
          {uploads.revisionsOf(part.id).map((line) => (
            <div key={line.id} className={css['upload']}>
              <div className={css['uploadHead']}>
                <strong>
                  <bdi>{line.file.preparation.fileName}</bdi>
                </strong>
                <LightButton size="small" onClick={() => uploads.remove(line)}>
                  {t('common.cancel')}
                </LightButton>
              </div>
              <UploadProgress file={line.file} />
              <Units file={line.file} />
              {line.saving.problem !== null && (
                <p role="alert" className={css['problem']}>
                  {line.saving.problem}
                </p>
              )}
            </div>
          ))}
          <NextRevision part={part} uploads={uploads} />
        </>
      )}
    </section>
  );
});

/** A dropped file becomes the next revision. That of a controlled part is controlled, whatever anybody says. */
const NextRevision = observer(function NextRevision({ part, uploads }: { part: PartDetail; uploads: PartUploads }) {
  const t = useTexts();
  const [answer, setAnswer] = useState<boolean | null>(null);
  const controlled = part.exportControlled || answer;
  const bring = (files: readonly File[]) => {
    const [file] = files;
    if (!file || controlled === null) return;
    uploads.bringRevision(file, controlled, { id: part.id, name: part.name });
    setAnswer(null);
  };
  return (
    <>
      {part.exportControlled ? (
        <p className={css['quiet']}>{t('part.revision.controlled')}</p>
      ) : (
        <ExportQuestion value={answer} onAnswer={setAnswer} />
      )}
      <FileDropZone
        extensions={uploads.extensions}
        needConverter={uploads.needConverter}
        multiple={false}
        disabled={controlled === null}
        title={t(controlled === null ? 'part.revision.answerFirst' : 'part.revision.drop')}
        onFiles={bring}
      />
    </>
  );
});

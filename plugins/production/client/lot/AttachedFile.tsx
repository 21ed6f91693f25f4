import type { FileDto } from '@sinter/sdk/contract/host/files';
import { useTexts } from '@sinter/sdk/ui';

/** What was attached, to open where its reader may. */
export function AttachedFile({ file }: { file: FileDto | null }) {
  const t = useTexts();
  if (!file) return <strong>{t('check.done')}</strong>;
  if (file.fileURL === '') return <bdi>{file.fileName}</bdi>;
  return (
    <a href={file.fileURL} target="_blank" rel="noreferrer">
      <bdi>{file.fileName}</bdi>
    </a>
  );
}

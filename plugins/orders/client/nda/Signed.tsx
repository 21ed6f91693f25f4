import type { FileDto } from '@sinter/sdk/contract/host/files';

/** A document, to open in a tab of its own; nothing for who opens no such files. */
export const Signed = ({ file }: { file: FileDto | null }) =>
  file && (
    <a href={file.fileURL} target="_blank" rel="noopener">
      <bdi>{file.fileName}</bdi>
    </a>
  );

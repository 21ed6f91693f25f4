import { useEffect, useState } from 'react';
import type { ChangeEvent, DragEvent } from 'react';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import { chosenFiles, droppedFiles } from './givenFiles.ts';
import type { GivenFile } from './givenFiles.ts';
import { SkippedFiles } from './SkippedFiles.tsx';
import type { SkippedFile } from './SkippedFiles.tsx';
import css from './inputs.module.css';

interface FileDropZoneProps {
  /** Extensions without dot, in upper or lower case. Default: all files. */
  extensions?: readonly string[];
  /** Extensions that are accepted although nothing here can read them yet; the zone says so before the upload. */
  needConverter?: readonly string[];
  multiple?: boolean;
  /** Offers to choose a whole folder. Default: where several files are taken. */
  folders?: boolean;
  /** Maximum number of files at once; the first ones are taken. */
  most?: number;
  disabled?: boolean;
  /** Replaces the standard text. */
  title?: string;
  hint?: string;
  /** Never called with an empty list. Files of folders come in the order of their paths. */
  onFiles: (files: File[]) => void;
}

/**
 * Takes files and folders that the user drops on it or chooses after pressing it (also with the keyboard). Lists
 * those that it skipped, and why.
 */
export function FileDropZone(props: FileDropZoneProps) {
  const { extensions, needConverter = [], multiple = true, most = 500, disabled = false, title, hint, onFiles } = props;
  const { folders = multiple } = props;
  const t = useUiTexts();
  const [over, setOver] = useState(false);
  const [reading, setReading] = useState(false);
  const [skipped, setSkipped] = useState<SkippedFile[]>([]);
  useEffect(() => ignoreStrayDrops(), []);
  const allowed = extensions?.map((extension) => extension.toLowerCase());

  const take = (given: GivenFile[]) => {
    const taken: File[] = [];
    const left: SkippedFile[] = [];
    for (const { path, file } of multiple ? given : given.slice(0, 1)) {
      if (!file) left.push({ path, reason: 'unreadable' });
      else if (allowed && !allowed.includes(extensionOf(file.name))) left.push({ path, reason: 'type' });
      else if (taken.length >= most) left.push({ path, reason: 'most' });
      else taken.push(file);
    }
    setSkipped(left);
    if (taken.length > 0) onFiles(taken);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (disabled) return;
    setReading(true);
    void droppedFiles(event.dataTransfer)
      .then(take)
      .finally(() => setReading(false));
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take(chosenFiles(event.target.files ?? []));
    event.target.value = '';
  };
  const keep = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };
  const read = extensions?.filter((extension) => !needConverter.includes(extension.toLowerCase()));
  return (
    <div role="presentation" onDragOver={keep} onDragLeave={() => setOver(false)} onDrop={drop}>
      <div className={css['dropPlace']}>
        <label className={`${css['drop']} ${over ? css['over'] : ''} ${disabled ? css['disabled'] : ''}`}>
          <input
            type="file"
            multiple={multiple}
            disabled={disabled}
            accept={allowed?.map((extension) => `.${extension}`).join(',')}
            onChange={choose}
          />
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <path d="M24 32V12m-8 8 8-8 8 8" />
            <path d="M8 30v8h32v-8" />
          </svg>
          <strong>{reading ? t('drop.reading') : (title ?? t('drop.title', { count: multiple ? 2 : 1 }))}</strong>
          {hint && <span>{hint}</span>}
          {read && <span>{t('drop.formats', { formats: dotted(read) })}</span>}
          {needConverter.length > 0 && <span>{t('drop.converter', { formats: needConverter.join(', ') })}</span>}
        </label>
        {folders && (
          <button type="button" className={css['folder']} disabled={disabled} onClick={() => chooseFolder(take)}>
            {t('drop.folder')}
          </button>
        )}
      </div>
      <SkippedFiles files={skipped} most={most} onDismiss={() => setSkipped([])} />
    </div>
  );
}

const dotted = (extensions: readonly string[]): string => extensions.map((one) => `.${one}`).join(', ');
const extensionOf = (name: string): string => name.split('.').pop()?.toLowerCase() ?? '';

function chooseFolder(take: (given: GivenFile[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.addEventListener('change', () => take(chosenFiles(input.files ?? [])));
  input.click();
}

/** A file that is dropped beside the zone would replace the page, and everything the user entered would be lost. */
function ignoreStrayDrops(): () => void {
  const keep = (event: Event) => event.preventDefault();
  window.addEventListener('dragover', keep);
  window.addEventListener('drop', keep);
  return () => {
    window.removeEventListener('dragover', keep);
    window.removeEventListener('drop', keep);
  };
}

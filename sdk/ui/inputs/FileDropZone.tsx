import { useState } from 'react';
import type { ChangeEvent, DragEvent } from 'react';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './inputs.module.css';

interface FileDropZoneProps {
  /** Extensions without dot; capitals do not matter. All files when left out. */
  extensions?: readonly string[];
  multiple?: boolean;
  disabled?: boolean;
  /** In place of the standard words. */
  title?: string;
  hint?: string;
  /** Never empty. */
  onFiles: (files: File[]) => void;
}

/** Drop files on it, or press it (also by keyboard) to choose them. Says which ones it refused. */
export function FileDropZone({
  extensions,
  multiple = true,
  disabled = false,
  title,
  hint,
  onFiles,
}: FileDropZoneProps) {
  const t = useUiTexts();
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string[]>([]);
  const allowed = extensions?.map((extension) => extension.toLowerCase());
  const fits = (file: File) => !allowed || allowed.includes(file.name.split('.').pop()?.toLowerCase() ?? '');

  const take = (given: File[]) => {
    const files = multiple ? given : given.slice(0, 1);
    setRefused(files.filter((file) => !fits(file)).map((file) => file.name));
    const taken = files.filter(fits);
    if (taken.length > 0) onFiles(taken);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take([...event.dataTransfer.files]);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take([...(event.target.files ?? [])]);
    event.target.value = '';
  };
  const keep = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };
  return (
    <div role="presentation" onDragOver={keep} onDragLeave={() => setOver(false)} onDrop={drop}>
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
        <strong>{title ?? t('drop.title', { count: multiple ? 2 : 1 })}</strong>
        {hint && <span>{hint}</span>}
        {extensions && <span>{t('drop.formats', { formats: extensions.join(', ') })}</span>}
      </label>
      {refused.length > 0 && (
        <p role="alert" className={css['refused']}>
          {t('drop.refused', { count: refused.length, names: refused.join(', ') })}
        </p>
      )}
    </div>
  );
}

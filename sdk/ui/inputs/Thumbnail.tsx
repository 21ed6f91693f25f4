import { useState } from 'react';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './inputs.module.css';

interface ThumbnailProps {
  /** Empty or `null` when there is no picture. */
  src: string | null;
  alt: string;
  /** Width and height in pixels. */
  size?: number;
}

/** The picture of a part, or a symbol instead. */
export function Thumbnail({ src, alt, size = 44 }: ThumbnailProps) {
  const t = useUiTexts();
  const [broken, setBroken] = useState<string | null>(null);
  const box = { width: size, height: size };
  if (!src || src === broken) {
    return (
      <svg
        className={css['thumbnail']}
        style={box}
        viewBox="0 0 48 48"
        role="img"
        aria-label={`${alt}: ${t('thumbnail.none')}`}
      >
        <path d="m24 8 14 8v16l-14 8-14-8V16Zm0 32V24m14-8-14 8-14-8" />
      </svg>
    );
  }
  return (
    <img className={css['thumbnail']} style={box} src={src} alt={alt} loading="lazy" onError={() => setBroken(src)} />
  );
}

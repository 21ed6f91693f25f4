import { useState } from 'react';
import type { NcrMark } from '@sinter/sdk/contract/quality/ncr';
import css from './ncr.module.css';

interface MarkedPhotoProps {
  file: { fileURL: string; fileName: string };
  caption: string;
  marks: readonly NcrMark[];
}

/** A photo with what somebody pointed at, and below it what they said there. The picture itself stays as it was taken. */
export function MarkedPhoto({ file, caption, marks }: MarkedPhotoProps) {
  const said = marks.map(({ text }, index) => ({ text, number: index + 1 })).filter(({ text }) => text !== '');
  return (
    <>
      <a href={file.fileURL} target="_blank" rel="noopener" className={css['photo']}>
        <Marked src={file.fileURL} alt={caption || file.fileName} marks={marks} />
      </a>
      {said.length > 0 && (
        <ol className={css['said']}>
          {said.map(({ text, number }) => (
            <li key={number} value={number}>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const high = 1000;

/** The picture and its marks, each with its number. */
export function Marked({ src, alt, marks }: { src: string; alt: string; marks: readonly NcrMark[] }) {
  const [wide, setWide] = useState((high * 4) / 3);
  return (
    <>
      <img
        src={src}
        alt={alt}
        loading="lazy"
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (naturalHeight > 0) setWide((high * naturalWidth) / naturalHeight);
        }}
      />
      {marks.length > 0 && (
        <svg viewBox={`0 0 ${wide} ${high}`} aria-hidden="true">
          {marks.map((mark, index) => (
            <g key={index}>
              <path className={css['under']} d={outline(mark, wide)} />
              <path d={outline(mark, wide)} />
              <text {...numberAt(mark, wide)}>{index + 1}</text>
            </g>
          ))}
        </svg>
      )}
    </>
  );
}

const letter = 90;

/** Above where a mark begins, or below at the upper edge, within the picture. */
function numberAt({ x, y }: NcrMark, wide: number): { x: number; y: number } {
  const above = y * high - 14;
  return { x: Math.min(x * wide, wide - letter), y: above < letter ? y * high + letter : above };
}

/** The line of a mark in a picture of this width and a height of 1000. An arrow points at where it ends. */
function outline({ shape, ...mark }: NcrMark, wide: number): string {
  const [x, y, width, height] = [mark.x * wide, mark.y * high, mark.width * wide, mark.height * high];
  if (shape === 'BOX') return `M${x} ${y}h${width}v${height}h${-width}z`;
  if (shape === 'CIRCLE') {
    const [rx, ry] = [Math.abs(width) / 2, Math.abs(height) / 2];
    const middle = y + height / 2;
    return `M${x} ${middle}A${rx} ${ry} 0 1 0 ${x + width} ${middle}A${rx} ${ry} 0 1 0 ${x} ${middle}`;
  }
  const [endX, endY, way] = [x + width, y + height, Math.atan2(height, width)];
  const barb = (turn: number) =>
    `M${endX} ${endY}L${endX - 45 * Math.cos(way + turn)} ${endY - 45 * Math.sin(way + turn)}`;
  return `M${x} ${y}L${endX} ${endY}${barb(0.5)}${barb(-0.5)}`;
}

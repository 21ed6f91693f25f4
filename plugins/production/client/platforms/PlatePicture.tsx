import type { PlatePicture as Picture } from '@sinter/sdk/contract/production/platforms';
import css from './platforms.module.css';

/** The plate from above, the lowest pieces first. What it shows is said beside it. */
export function PlatePicture({ picture: { sizeMm, boxes } }: { picture: Picture }) {
  const [width, depth] = sizeMm;
  return (
    <svg className={css['picture']} viewBox={`0 0 ${width} ${depth}`} aria-hidden="true" focusable="false">
      {/* The machine counts from the front, a picture from its top. */}
      <g transform={`translate(0 ${depth}) scale(1 -1)`}>
        <rect className={css['bed']} width={width} height={depth} />
        {boxes.map(([x, y, wide, deep], at) => (
          // oxlint-disable-next-line react/no-array-index-key -- boxes have no names, and a picture never changes
          <rect key={at} x={x} y={y} width={wide} height={deep} />
        ))}
      </g>
    </svg>
  );
}

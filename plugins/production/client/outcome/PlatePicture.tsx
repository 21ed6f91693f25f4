import { observer } from 'mobx-react-lite';
import type { BuildObject, BuildObjects } from '@sinter/sdk/contract/production/outcome';
import { formatNumber } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { keyOf, type OutcomeStore } from './OutcomeStore.ts';
import { bodyOf, hitBy } from './picture.ts';
import css from './outcome.module.css';

/** A finger in a glove, in pixels: the nearest object within it is meant. */
const reach = 24;

interface PictureProps {
  store: OutcomeStore;
  build: BuildObjects;
}

/** The plate from above. What it shows is in the list beside it too, for the keyboard and for who does not see it. */
export const PlatePicture = observer(function PlatePicture({ store, build }: PictureProps) {
  const t = useTexts();
  const { boxMm } = build;
  if (!boxMm) return null;
  const [width, depth] = boxMm;
  const unit = Math.max(width, depth) / 100;
  const counted = { good: 0, failed: 0, open: 0 };
  for (const { outcome } of build.objects) {
    counted[outcome === 'GOOD' ? 'good' : outcome === 'FAILED' ? 'failed' : 'open'] += 1;
  }
  const { highest } = store;
  return (
    <figure className={css['picture']}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the list beside it is worked by the keyboard */}
      <svg
        viewBox={`${-unit} ${-unit} ${width + 2 * unit} ${depth + 2 * unit}`}
        role="img"
        aria-label={t('objects.picture', {
          good: formatNumber(counted.good),
          failed: formatNumber(counted.failed),
          open: formatNumber(counted.open),
        })}
        data-may={build.mayMark}
        onClick={(event) => {
          const matrix = event.currentTarget.getScreenCTM();
          if (!matrix) return;
          const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
          const hit = hitBy(store.drawn, { x, y: depth - y }, reach / matrix.a);
          if (hit) store.toggle(hit);
        }}
      >
        <rect className={css['plate']} width={width} height={depth} rx={unit} />
        {store.drawn.map((object) => (
          <Piece
            key={keyOf(object)}
            object={object}
            depth={depth}
            unit={unit}
            chosen={store.chosen.has(keyOf(object))}
          />
        ))}
      </svg>
      <figcaption className={css['legend']}>
        <span data-outcome="GOOD">{t('objects.good')}</span>
        <span data-outcome="FAILED">{t('objects.failed')}</span>
        <span data-outcome="OPEN">{t('objects.open')}</span>
      </figcaption>
      {highest !== null && (
        <label className={css['height']}>
          {t('objects.height', { height: formatNumber(Math.round(store.upTo ?? highest)) })}
          <input
            type="range"
            min={0}
            max={Math.ceil(highest)}
            step={1}
            value={store.upTo ?? Math.ceil(highest)}
            onChange={({ target }) => store.showUpTo(Number(target.value))}
          />
        </label>
      )}
    </figure>
  );
});

interface PieceProps {
  object: BuildObject;
  depth: number;
  /** A hundredth of the plate. */
  unit: number;
  chosen: boolean;
}

/** Good ones have a tick, failed ones a cross: the color says it once more. */
function Piece({ object, depth, unit, chosen }: PieceProps) {
  const { outline, outcome, copy } = object;
  if (!outline) return null;
  const { x, y, radius } = bodyOf(outline);
  const size = Math.min(Math.max(radius, 1.5 * unit), 6 * unit);
  const at = { x, y: depth - y };
  const points = outline.map((value, index) => (index % 2 === 0 ? value : depth - value)).join(' ');
  return (
    <g className={css['object']} data-outcome={outcome ?? 'OPEN'} data-chosen={chosen} data-copy={copy}>
      <polygon points={points} vectorEffect="non-scaling-stroke" />
      {outcome === 'GOOD' && (
        <polyline
          points={`${at.x - size * 0.5} ${at.y} ${at.x - size * 0.1} ${at.y + size * 0.4} ${at.x + size * 0.6} ${at.y - size * 0.5}`}
          vectorEffect="non-scaling-stroke"
        />
      )}
      {outcome === 'FAILED' && (
        <path
          d={`M${at.x - size * 0.5} ${at.y - size * 0.5}l${size} ${size}m0 ${-size}l${-size} ${size}`}
          vectorEffect="non-scaling-stroke"
        />
      )}
      {outcome === null && (
        <text x={at.x} y={at.y} fontSize={size} textAnchor="middle" dominantBaseline="central">
          {copy + 1}
        </text>
      )}
    </g>
  );
}

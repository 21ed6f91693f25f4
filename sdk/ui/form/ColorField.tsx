import { FieldFrame, type FieldProps } from './FieldFrame.tsx';
import css from './color.module.css';

/** Far enough apart to be told from each other on light and dark ground. */
const colors = ['#d92d20', '#e8710a', '#d4a106', '#1c8f4e', '#1a5fd0', '#7a3fc4', '#c2338f', '#667085'] as const;

/** What a new thing has until somebody picks another. */
export const firstColor = colors[4];

/** A color as `#rrggbb`, any or one of eight. */
export function ColorField(props: FieldProps) {
  return (
    <FieldFrame<string> {...props}>
      {({ value, change, control: { id } }) => (
        <div className={css['colors']}>
          <input id={id} type="color" value={value} onChange={({ target }) => change(target.value.toLowerCase())} />
          {colors.map((color) => (
            <button
              key={color}
              type="button"
              className={css['swatch']}
              aria-label={color}
              aria-pressed={value === color}
              style={{ background: color }}
              onClick={() => change(color)}
            />
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

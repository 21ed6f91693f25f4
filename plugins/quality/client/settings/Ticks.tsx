import css from './settings.module.css';

interface TicksProps<All extends string, Each extends All> {
  legend: string;
  all: readonly Each[];
  selected: readonly All[];
  text: (each: Each) => string;
  problem: string | undefined;
  onChange: (selected: All[]) => void;
}

/** Some of a fixed list; what is selected besides stays. */
export function Ticks<All extends string, Each extends All>({ legend, all, selected, ...rest }: TicksProps<All, Each>) {
  const { text, problem, onChange } = rest;
  return (
    <fieldset className={css['ticks']}>
      <legend className={css['quiet']}>{legend}</legend>
      {all.map((each) => (
        <label key={each} className={css['tick']}>
          <input
            type="checkbox"
            checked={selected.includes(each)}
            onChange={({ target }) =>
              onChange(target.checked ? [...selected, each] : selected.filter((other) => other !== each))
            }
          />
          {text(each)}
        </label>
      ))}
      {problem !== undefined && (
        <p role="alert" className={css['problem']}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}

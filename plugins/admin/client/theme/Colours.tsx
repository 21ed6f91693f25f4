import { LightButton, LightInput, useTexts } from '@sinter/sdk/ui';
import { themeVariables } from '@sinter/sdk/ui/root';
import { observer } from 'mobx-react-lite';
import { valueIn } from './contrast.ts';
import type { PartProps } from './partProps.ts';
import type { Mode } from './ThemeStore.ts';
import css from './theme.module.css';

const modes = ['light', 'dark'] as const;

/** Every variable of the palette, for light and for dark. */
export const Colours = observer(function Colours({ store, draft }: PartProps) {
  const t = useTexts();
  return (
    <table className={css['colours']}>
      <thead>
        <tr>
          <th scope="col">{t('theme.variable')}</th>
          <th scope="col">{t('theme.light')}</th>
          <th scope="col">{t('theme.dark')}</th>
        </tr>
      </thead>
      <tbody>
        {themeVariables
          .filter(({ kind }) => kind !== 'font')
          .map(({ name, kind }) => (
            <tr key={name}>
              <th scope="row">{t(`theme.variable.${name}`)}</th>
              {modes.map((mode) => (
                <td key={mode}>
                  <Variable store={store} draft={draft} name={name} mode={mode} isColour={kind === 'colour'} />
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
});

interface VariableProps extends PartProps {
  name: string;
  mode: Mode;
  isColour: boolean;
}

const Variable = observer(function Variable({ store, draft, name, mode, isColour }: VariableProps) {
  const t = useTexts();
  const key = mode === 'dark' ? `${name}@dark` : name;
  const value = valueIn(draft, name, mode);
  const label = `${t(`theme.variable.${name}`)}: ${t(`theme.${mode}`)}`;
  const problem = store.problems[`root-css.${key}`];
  return (
    <span className={css['variable']}>
      {isColour && /^#[0-9a-f]{6}$/i.test(value) && (
        <input
          type="color"
          aria-label={label}
          value={value}
          onChange={(event) => store.setVariable(name, mode, event.target.value)}
        />
      )}
      <LightInput
        type="text"
        aria-label={t('theme.valueOf', { name: label })}
        value={value}
        invalid={problem !== undefined}
        title={problem}
        onChange={(event) => store.setVariable(name, mode, event.target.value)}
      />
      {draft['root-css'][key] !== undefined && (
        <LightButton
          size="small"
          aria-label={t('theme.resetOne', { what: label })}
          onClick={() => store.setVariable(name, mode, null)}
        >
          {t('theme.reset')}
        </LightButton>
      )}
    </span>
  );
});

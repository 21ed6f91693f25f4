import { formatLength, formatNumber } from '@sinter/sdk/i18n';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { Choice, Panel } from '@sinter/sdk/ui/panel';
import { observer } from 'mobx-react-lite';
import { measuringTools, type Measurement, type Measuring } from '../measure/Measuring.ts';
import css from '../viewer.module.css';

export const MeasurePanel = observer(function MeasurePanel({ measuring }: { measuring: Measuring }) {
  const t = useTexts();
  const { tool, results } = measuring;
  const options = measuringTools.map((value) => ({ value, text: t(`viewer.measure.${value}`) }));
  return (
    <Panel title={t('viewer.measure')} open>
      <Choice
        label={t('viewer.measure')}
        options={options}
        value={tool}
        onChange={(value) => measuring.choose(value === tool ? null : value)}
      />
      {!tool && <p className={css['muted']}>{t('viewer.measure.guide.NONE')}</p>}
      {results.length > 0 && (
        <>
          <ul className={css['list']} aria-label={t('viewer.measure.results')}>
            {results.map((one) => (
              <li key={one.id}>
                <span>{t(`viewer.measure.${one.kind}`)}</span>
                <strong>
                  {one.kind === 'RADIUS' ? 'R ' : ''}
                  {formatLength(one.value)}
                </strong>
                <button type="button" onClick={() => measuring.remove(one.id)} aria-label={t('viewer.measure.remove')}>
                  ×
                </button>
                <Beside one={one} />
              </li>
            ))}
          </ul>
          <div className={css['row']}>
            <LightButton size="small" onClick={() => measuring.undo()}>
              {t('viewer.undo')}
            </LightButton>
            <LightButton size="small" onClick={() => measuring.clear()}>
              {t('viewer.measure.clear')}
            </LightButton>
          </div>
        </>
      )}
    </Panel>
  );
});

/** Further facts about a measurement. */
function Beside({ one: { kind, value, parts, deviation } }: { one: Measurement }) {
  const t = useTexts();
  if (parts) {
    const [x, y, z] = parts.map((part) => formatNumber(part, 2));
    return <small>{t('viewer.measure.parts', { x: x ?? '', y: y ?? '', z: z ?? '' })}</small>;
  }
  if (kind !== 'RADIUS') return null;
  return (
    <small>
      {t('viewer.measure.diameter', { diameter: formatLength(value * 2) })}
      {deviation > 0 && ` · ${t('viewer.measure.deviation', { deviation: formatLength(deviation) })}`}
    </small>
  );
}

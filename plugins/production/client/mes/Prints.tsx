import { observer } from 'mobx-react-lite';
import { printsSchema, type MesSettings } from '@sinter/sdk/contract/production/mes';
import { testPrint } from '@sinter/sdk/contract/production/travellers';
import { LightSelect, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import { NumberField, Tick } from './Fields.tsx';
import type { MesStore } from './MesStore.ts';
import { testQuery } from './testQuery.ts';
import css from './mes.module.css';

const blocks = ['picture', 'checks', 'notes', 'signatures'] as const;

/** What travelers and labels show, and what they would look like. */
export const Prints = observer(function Prints({ store, value }: { store: MesStore; value: MesSettings }) {
  const t = useTexts();
  const { problems } = store.editor;
  const { prints } = value;
  const set = (part: Partial<MesSettings['prints']>) => store.set({ prints: { ...prints, ...part } });
  return (
    <>
      <div className={css['fields']}>
        <Labelled label={t('mes.code')} hint={t(`mes.code.${prints.code}.hint`)}>
          {(field) => (
            <LightSelect
              {...field}
              value={prints.code}
              onChange={({ target }) => set({ code: printsSchema.shape.code.parse(target.value) })}
            >
              {printsSchema.shape.code.options.map((code) => (
                <option key={code} value={code}>
                  {t(`mes.code.${code}`)}
                </option>
              ))}
            </LightSelect>
          )}
        </Labelled>
        <Labelled label={t('mes.paper')}>
          {(field) => (
            <LightSelect
              {...field}
              value={prints.paper}
              onChange={({ target }) => set({ paper: printsSchema.shape.paper.parse(target.value) })}
            >
              {printsSchema.shape.paper.options.map((paper) => (
                <option key={paper} value={paper}>
                  {t(`mes.paper.${paper}`)}
                </option>
              ))}
            </LightSelect>
          )}
        </Labelled>
        {(['width', 'height'] as const).map((side) => (
          <NumberField
            key={side}
            label={t(`mes.label.${side}`)}
            lowest={side === 'width' ? 30 : 20}
            highest={side === 'width' ? 210 : 297}
            value={prints.label[side] || null}
            problem={problems[`prints.label.${side}`]}
            onChange={(millimeters) => set({ label: { ...prints.label, [side]: millimeters ?? 0 } })}
          />
        ))}
        <fieldset className={css['blocks']}>
          <legend>{t('mes.traveler')}</legend>
          {blocks.map((block) => (
            <Tick
              key={block}
              label={t(`mes.block.${block}`)}
              checked={prints[block]}
              onChange={(on) => set({ [block]: on })}
            />
          ))}
        </fieldset>
      </div>
      <TestPrints value={value} />
    </>
  );
});

/** As the draft would print it, whether it is published or not. */
function TestPrints({ value }: { value: MesSettings }) {
  const t = useTexts();
  const { api } = usePlugin();
  const query = testQuery(value);
  if (!query) return <p className={css['quiet']}>{t('mes.test.wrong')}</p>;
  return (
    <p className={css['tests']}>
      {(['TRAVELLER', 'LABEL'] as const).map((of) => (
        <a
          key={of}
          className={css['test']}
          href={api.href(testPrint, { query: { ...query, of } })}
          target="_blank"
          rel="noopener"
        >
          {t(`mes.test.${of}`)}
        </a>
      ))}
      <span className={css['quiet']}>{t('mes.test.hint')}</span>
    </p>
  );
}

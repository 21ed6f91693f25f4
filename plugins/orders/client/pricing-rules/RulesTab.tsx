import { observer } from 'mobx-react-lite';
import { ErrorNotice, LightInput, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { Labelled, VersionBar } from '@sinter/sdk/ui/versions';
import { fromMinor, toMinor } from '../../shared/money.ts';
import { BackTest } from './BackTest.tsx';
import { RulesStore } from './PricingStore.ts';
import { amounts, percents } from './rulesFacts.ts';
import css from './pricingRules.module.css';

/** The rules with their versions, and what they would change. */
export default observer(function RulesTab({ currency }: { currency: string }) {
  const t = useTexts();
  const store = useStore((host) => new RulesStore(host, currency));
  const { editor } = store;
  const { value, problems, reading } = editor;
  if (value === null) {
    return reading.error === null ? (
      <Loading />
    ) : (
      <ErrorNotice subject={t('page.pricingRules')} error={reading.error} onRetry={() => reading.retry()} />
    );
  }
  return (
    <>
      <VersionBar editor={editor} />
      <Section title={t('pricing.markup')}>
        <div className={css['fields']}>
          {percents.map((field) => (
            <NumberField
              key={field}
              label={t(`pricing.${field}`)}
              value={value[field]}
              problem={problems[field]}
              onChange={(percent) => store.set({ [field]: percent })}
            />
          ))}
          {amounts.map((field) => (
            <NumberField
              key={field}
              label={t(`pricing.${field}In`, { currency })}
              value={fromMinor(value[field], currency)}
              problem={problems[field]}
              onChange={(amount) => store.set({ [field]: toMinor(amount, currency) })}
            />
          ))}
        </div>
      </Section>
      <Section title={t('pricing.learning')}>
        <label className={css['tick']}>
          <input
            type="checkbox"
            checked={value.learn}
            onChange={({ target }) => store.set({ learn: target.checked })}
          />
          {t('pricing.learn')}
        </label>
        <p className={css['quiet']}>{t('pricing.learn.hint')}</p>
        <div className={css['fields']}>
          <NumberField
            label={t('pricing.reviewBeyondPercent')}
            hint={t('pricing.review.hint')}
            value={value.reviewBeyondPercent}
            problem={problems['reviewBeyondPercent']}
            onChange={(percent) => store.set({ reviewBeyondPercent: percent })}
          />
        </div>
      </Section>
      <Section title={t('pricing.test')}>
        <BackTest store={store} />
      </Section>
    </>
  );
});

interface FieldProps {
  label: string;
  hint?: string;
  problem: string | undefined;
  value: number;
  onChange: (value: number) => void;
}

/** Empty counts as 0 until something is written. */
function NumberField({ value, onChange, ...labelled }: FieldProps) {
  return (
    <Labelled {...labelled}>
      {(field) => (
        <LightInput
          {...field}
          type="number"
          step="any"
          min={0}
          value={value || ''}
          onChange={({ target }) => onChange(Number(target.value))}
        />
      )}
    </Labelled>
  );
}

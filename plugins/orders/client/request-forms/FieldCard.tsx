import type { DragEventHandler } from 'react';
import type { FormField } from '@sinter/sdk/contract/orders/requestForms';
import { LightButton, LightInput, LightSelect, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import css from './requestForms.module.css';

interface FieldCardProps {
  field: FormField;
  index: number;
  count: number;
  problems: Readonly<Record<string, string>>;
  onDrag: (on: boolean) => void;
  onDragOver: DragEventHandler;
  onDrop: DragEventHandler;
  onMove: (to: number) => void;
  onChange: (part: Partial<FormField>) => void;
  onRemove: () => void;
}

const languages = ['de_DE', 'fr_FR', 'ja_JP', 'ar_SA', 'en_US'];
const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

/** One question of a form: how it is asked, and what can be answered. */
export function FieldCard({
  field,
  index,
  count,
  problems,
  onDrag,
  onDragOver,
  onDrop,
  onMove,
  onChange,
  onRemove,
}: FieldCardProps) {
  const t = useTexts();
  const { kind, label, help, required, unit, min, max, choices, value, texts } = field;
  const name = label === '' ? t(`forms.kind.${kind}`) : label;
  const problem = (part: string) => problems[`fields.${index}.${part}`];
  const free = languages.filter((language) => !texts[language]);
  return (
    <div className={css['question']} role="group" aria-label={name}>
      <div className={css['head']}>
        <button
          type="button"
          className={css['grip']}
          aria-label={t('forms.drag', { label: name })}
          draggable
          onDragStart={() => onDrag(true)}
          onDragEnd={() => onDrag(false)}
          onDragOver={onDragOver}
          onDrop={onDrop}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
            if (step === 0) return;
            event.preventDefault();
            onMove(index + step);
          }}
        >
          ⠿
        </button>
        <strong>{t(`forms.kind.${kind}`)}</strong>
        {kind !== 'EXPORT' && (
          <label className={css['check']}>
            <input
              type="checkbox"
              checked={required}
              onChange={({ target }) => onChange({ required: target.checked })}
            />
            {t('forms.rule.REQUIRED')}
          </label>
        )}
        <span className={css['buttons']}>
          <LightButton
            size="small"
            disabled={index === 0}
            aria-label={t('forms.up', { label: name })}
            onClick={() => onMove(index - 1)}
          >
            ↑
          </LightButton>
          <LightButton
            size="small"
            disabled={index === count - 1}
            aria-label={t('forms.down', { label: name })}
            onClick={() => onMove(index + 1)}
          >
            ↓
          </LightButton>
          <LightButton size="small" aria-label={t('forms.removeField', { label: name })} onClick={onRemove}>
            ×
          </LightButton>
        </span>
      </div>
      <div className={css['fields']}>
        <Labelled label={t('forms.label')} problem={problem('label')}>
          {(field) => (
            <LightInput
              {...field}
              dir="auto"
              value={label}
              maxLength={120}
              onChange={({ target }) => onChange({ label: target.value })}
            />
          )}
        </Labelled>
        <Labelled label={t('forms.help')}>
          {(field) => (
            <LightInput
              {...field}
              dir="auto"
              value={help}
              maxLength={1000}
              onChange={({ target }) => onChange({ help: target.value })}
            />
          )}
        </Labelled>
        {kind === 'NUMBER' && (
          <>
            <Labelled label={t('forms.unit')}>
              {(field) => (
                <LightInput
                  {...field}
                  value={unit}
                  maxLength={20}
                  onChange={({ target }) => onChange({ unit: target.value })}
                />
              )}
            </Labelled>
            <Labelled label={t('forms.min')}>
              {(field) => (
                <LightInput
                  {...field}
                  type="number"
                  step="any"
                  value={min ?? ''}
                  onChange={({ target }) => onChange({ min: numberOf(target.value) })}
                />
              )}
            </Labelled>
            <Labelled label={t('forms.max')} problem={problem('max')}>
              {(field) => (
                <LightInput
                  {...field}
                  type="number"
                  step="any"
                  value={max ?? ''}
                  onChange={({ target }) => onChange({ max: numberOf(target.value) })}
                />
              )}
            </Labelled>
          </>
        )}
        {kind === 'LIST' && (
          <Labelled label={t('forms.choices')} hint={t('forms.choices.hint')} problem={problem('choices')}>
            {(field) => (
              <textarea
                {...field}
                dir="auto"
                rows={4}
                className={css['area']}
                value={choices.join('\n')}
                onChange={({ target }) => onChange({ choices: target.value === '' ? [] : target.value.split('\n') })}
              />
            )}
          </Labelled>
        )}
        {kind !== 'FILE' && kind !== 'EXPORT' && (
          <Labelled label={t('forms.default')} problem={problem('value')}>
            {(field) => (
              <LightInput
                {...field}
                dir="auto"
                value={value}
                onChange={({ target }) => onChange({ value: target.value })}
              />
            )}
          </Labelled>
        )}
        {Object.entries(texts).map(([language, text]) => (
          <Labelled key={language} label={t('forms.labelIn', { language: t(`forms.language.${language}`) })}>
            {(field) => (
              <span className={css['pair']}>
                <LightInput
                  {...field}
                  dir="auto"
                  value={text.label}
                  maxLength={120}
                  placeholder={label}
                  onChange={({ target }) =>
                    onChange({ texts: { ...texts, [language]: { ...text, label: target.value } } })
                  }
                />
                <LightInput
                  aria-label={t('forms.helpIn', { language: t(`forms.language.${language}`) })}
                  dir="auto"
                  value={text.help}
                  maxLength={1000}
                  placeholder={help === '' ? t('forms.help') : help}
                  onChange={({ target }) =>
                    onChange({ texts: { ...texts, [language]: { ...text, help: target.value } } })
                  }
                />
              </span>
            )}
          </Labelled>
        ))}
        {free.length > 0 && (
          <LightSelect
            aria-label={t('forms.addLanguage')}
            value=""
            onChange={({ target }) => onChange({ texts: { ...texts, [target.value]: { label: '', help: '' } } })}
          >
            <option value="">{t('forms.addLanguage')}</option>
            {free.map((language) => (
              <option key={language} value={language}>
                {t(`forms.language.${language}`)}
              </option>
            ))}
          </LightSelect>
        )}
      </div>
    </div>
  );
}

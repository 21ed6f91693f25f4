import { useState } from 'react';
import { stepKindSchema, type StepKind } from '@sinter/sdk/contract/production/mes';
import { LightInput, LightSelect, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import css from './mes.module.css';

interface FieldProps<Value> {
  label: string;
  hint?: string;
  problem?: string | undefined;
  value: Value;
  onChange: (value: Value) => void;
}

interface TextProps extends FieldProps<string> {
  most: number;
  placeholder?: string;
  area?: boolean;
}

/** Spaces at the ends stay while somebody writes, and are not kept. */
export function TextField({ value, most, placeholder, area = false, onChange, ...labelled }: TextProps) {
  const [written, setWritten] = useState(value);
  const shown = written.trim() === value ? written : value;
  const write = (text: string) => {
    setWritten(text);
    onChange(text.trim());
  };
  return (
    <Labelled {...labelled} wide={area}>
      {(field) =>
        area ? (
          <textarea
            {...field}
            dir="auto"
            rows={3}
            maxLength={most}
            className={css['area']}
            value={shown}
            onChange={({ target }) => write(target.value)}
          />
        ) : (
          <LightInput
            {...field}
            dir="auto"
            maxLength={most}
            placeholder={placeholder}
            value={shown}
            onChange={({ target }) => write(target.value)}
          />
        )
      }
    </Labelled>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** One entry a line; empty lines stay while somebody writes, and are not kept. */
export function LinesField({ value, onChange, ...labelled }: FieldProps<string[]>) {
  const [written, setWritten] = useState(() => value.join('\n'));
  const same = linesOf(written).join('\n') === value.join('\n');
  return (
    <Labelled {...labelled}>
      {(field) => (
        <textarea
          {...field}
          dir="auto"
          rows={6}
          className={css['area']}
          value={same ? written : value.join('\n')}
          onChange={({ target }) => {
            setWritten(target.value);
            onChange(linesOf(target.value));
          }}
        />
      )}
    </Labelled>
  );
}

interface NumberProps extends FieldProps<number | null> {
  lowest?: number;
  highest?: number;
}

export function NumberField({ value, lowest, highest, onChange, ...labelled }: NumberProps) {
  return (
    <Labelled {...labelled}>
      {(field) => (
        <LightInput
          {...field}
          type="number"
          step={lowest === undefined ? 'any' : 1}
          min={lowest}
          max={highest}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        />
      )}
    </Labelled>
  );
}

export function KindField({ label, value, onChange }: FieldProps<StepKind>) {
  const t = useTexts();
  return (
    <Labelled label={label}>
      {(field) => (
        <LightSelect {...field} value={value} onChange={({ target }) => onChange(stepKindSchema.parse(target.value))}>
          {stepKindSchema.options.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kind.${kind}`)}
            </option>
          ))}
        </LightSelect>
      )}
    </Labelled>
  );
}

interface TickProps {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}

export function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className={css['tick']}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

import { useRef } from 'react';
import { Input } from 'antd';
import type { EmailToken } from '@sinter/sdk/contract/host/emailTemplates';
import { say } from '@sinter/sdk/i18n/said';
import { LightInput, LightSelect, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';

interface TokenFieldProps {
  label: string;
  hint?: string;
  problem: string | undefined;
  tokens: readonly EmailToken[];
  most: number;
  /** Lines shown at first; left out: one line and no more. */
  rows?: number;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
}

/** A text with tokens, which are chosen from a list and put where the person writes. */
export function TokenField({
  label,
  hint,
  problem,
  tokens,
  most,
  rows,
  placeholder,
  value,
  onChange,
}: TokenFieldProps) {
  const t = useTexts();
  const place = useRef<number | null>(null);
  const noted = (field: HTMLInputElement | HTMLTextAreaElement) => {
    place.current = field.selectionStart;
  };
  const put = (token: string) => {
    const at = Math.min(place.current ?? value.length, value.length);
    const written = `{{${token}}}`;
    place.current = at + written.length;
    onChange(value.slice(0, at) + written + value.slice(at));
  };
  const text = { value, maxLength: most, dir: 'auto', ...(placeholder !== undefined && { placeholder }) };
  return (
    <Labelled
      label={label}
      hint={hint}
      problem={problem}
      beside={
        <LightSelect
          aria-label={t('templates.addTokenTo', { field: label })}
          value=""
          onChange={({ target }) => target.value !== '' && put(target.value)}
        >
          <option value="">{t('templates.addToken')}</option>
          {tokens.map((token) => (
            <option key={token.id} value={token.id}>
              {`{{${token.id}}} ${say(token.text, token.said)}`}
            </option>
          ))}
        </LightSelect>
      }
    >
      {(field) =>
        rows === undefined ? (
          <LightInput
            {...field}
            {...text}
            onChange={({ target }) => {
              noted(target);
              onChange(target.value);
            }}
            onSelect={({ currentTarget }) => noted(currentTarget)}
          />
        ) : (
          <Input.TextArea
            {...field}
            {...text}
            rows={rows}
            onChange={({ target }) => {
              noted(target);
              onChange(target.value);
            }}
            onSelect={({ currentTarget }) => noted(currentTarget)}
          />
        )
      }
    </Labelled>
  );
}

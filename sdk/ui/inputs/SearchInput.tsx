import { useEffect, useRef, useState } from 'react';
import { LightInput } from './LightInput.tsx';
import { useUiTexts } from '../plugin/PluginContext.tsx';

const debounceMs = 300;
const shortest = 3;

interface SearchInputProps {
  /** Names the search for screen readers. */
  label: string;
  placeholder?: string;
  initial?: string;
  /** Called 300 ms after the last key, with at least 3 characters or none (specification 9); Enter asks for any. */
  onSearch: (text: string) => void;
}

export function SearchInput({ label, placeholder, initial = '', onSearch }: SearchInputProps) {
  const t = useUiTexts();
  const [text, setText] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(initial);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (value: string) => {
    clearTimeout(timer.current);
    const wanted = value.trim();
    if (wanted === asked.current) return;
    asked.current = wanted;
    onSearch(wanted);
  };
  const change = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    const { length } = value.trim();
    if (length === 0 || length >= shortest) timer.current = setTimeout(() => search(value), debounceMs);
  };
  return (
    <LightInput
      type="search"
      aria-label={label}
      title={t('search.short')}
      placeholder={placeholder ?? t('search.placeholder')}
      value={text}
      onChange={(event) => change(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && search(text)}
    />
  );
}

import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import { readCode } from '../../contract/codes.ts';
import { KeyReader } from './KeyReader.ts';
import type { Scan } from './KeyReader.ts';

interface ScannerOptions {
  field: RefObject<HTMLInputElement | null>;
  /** Reads what is scanned while something else of the page has the focus. */
  everywhere: boolean;
  onScan: (scan: Scan) => void;
}

const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type));

/** Writes as a person would, so that a field that React controls notices. */
function write(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
  own?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Listens to a keyboard scanner. What it typed into another field is taken out of it again. */
export function useScanner({ field, everywhere, onScan }: ScannerOptions): void {
  const reader = useRef(new KeyReader());
  const before = useRef('');
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const own = target === field.current;
    if (!own && !everywhere) return;
    const scan = reader.current.read({ key: event.key, code: event.code, at: event.timeStamp });
    if (reader.current.starts && isText(target)) before.current = target.value;
    if (scan === null) return;
    // What is no code of ours may be somebody's fast typing: it stays where it was typed.
    if (!own && isText(target)) {
      if (scan.code === null) return;
      write(target, before.current);
    }
    event.preventDefault();
    event.stopPropagation();
    // In the field itself a part may have been there before, typed by hand.
    const whole = own && scan.code === null && isText(target) ? target.value : null;
    onScan(whole === null ? scan : { text: whole, code: readCode(whole) });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

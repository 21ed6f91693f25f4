import { readCode } from '../../contract/codes.ts';
import type { ScannedCode } from '../../contract/codes.ts';

/** What a keyboard event tells: the character in the layout of the computer, and the key itself. */
export interface PressedKey {
  key: string;
  code: string;
  /** Milliseconds. */
  at: number;
}

export interface Scan {
  text: string;
  /** `null`: none of ours. */
  code: ScannedCode | null;
}

/** Scanners type faster than this, also over radio; nobody does for a whole code. */
const longestGapMs = 100;
const shortest = 4;
const ends = new Set(['Enter', 'Tab']);
const modifiers = new Set(['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph']);

/** With or without Shift: of each of these keys an address has one sign only. */
const signs: Record<string, string> = { Minus: '-', NumpadSubtract: '-', Slash: '/', Period: '.', Semicolon: ':' };

/** What the key writes in the American layout, which scanners type in, whatever layout the computer has. */
function american(code: string): string {
  const [, written] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code)?.filter(Boolean) ?? [];
  return written ?? signs[code] ?? '';
}

/** Puts the keys of a keyboard scanner together to the code that it read: fast keys that end with Enter or Tab. */
export class KeyReader {
  #keys: PressedKey[] = [];

  /** Is this the first key of what may become a code? */
  get starts(): boolean {
    return this.#keys.length === 1;
  }

  /** What ends with this key; `null` as long as nothing does. */
  read(pressed: PressedKey): Scan | null {
    if (modifiers.has(pressed.key)) return null;
    const last = this.#keys.at(-1);
    if (last && pressed.at - last.at > longestGapMs) this.#keys = [];
    if (!ends.has(pressed.key)) {
      this.#keys.push(pressed);
      return null;
    }
    const keys = this.#keys;
    this.#keys = [];
    if (keys.length < shortest) return null;
    const text = keys.map(({ key }) => key).join('');
    const code = readCode(text) ?? readCode(keys.map((one) => american(one.code)).join(''));
    return { text, code };
  }
}

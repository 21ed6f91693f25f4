import * as z from 'zod';
import type { Dispose, Readable } from '../../plugin/readable.ts';

export type Appearance = 'light' | 'dark';

const key = 'appearance';
const appearanceSchema = z.enum(['light', 'dark']);
const listeners = new Set<() => void>();
const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
let chosen: Appearance | undefined = appearanceSchema.safeParse(globalThis.localStorage?.getItem(key)).data;
let lent: Appearance | undefined;

const current = (): Appearance => lent ?? chosen ?? (system?.matches ? 'dark' : 'light');

function apply(): void {
  document.documentElement.dataset['theme'] = current();
  listeners.forEach((listener) => listener());
}

/** Light or dark: the user's choice, else the system's. */
export const appearance: Readable<Appearance> = {
  get: current,
  subscribe(listener): Dispose {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Stores the choice for this browser, or follows the system again. */
export function chooseAppearance(choice: Appearance | 'system'): void {
  if (choice === 'system') localStorage.removeItem(key);
  else localStorage.setItem(key, choice);
  chosen = choice === 'system' ? undefined : choice;
  apply();
}

/** Shows this page in the look of the page around it, and nothing is stored. `system`: its own again. */
export function lendAppearance(look: Appearance | 'system'): void {
  lent = look === 'system' ? undefined : look;
  apply();
}

/** The host calls it once before the first paint. */
export function startAppearance(): void {
  system?.addEventListener('change', apply);
  window.addEventListener('storage', (event) => {
    if (event.key !== key) return;
    chosen = appearanceSchema.safeParse(event.newValue).data;
    apply();
  });
  apply();
}

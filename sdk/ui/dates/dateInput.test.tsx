// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import '../host.ts';
import { DateInput } from './DateInput.tsx';
import type { DateKind } from './readTyped.ts';

let root: Root | null = null;
const submitted = vi.fn();
const closed = vi.fn();

function Field({ kind, first }: { kind: DateKind; first: string | null }) {
  const [value, setValue] = useState(first);
  return (
    <form onSubmit={submitted}>
      <DateInput label="Start" {...{ kind, value }} min="2026-11-01" max="2026-12-31" onChange={setValue} />
      <output>{value}</output>
      <button type="button">Next</button>
    </form>
  );
}
async function draw(kind: DateKind, first: string | null) {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<Field {...{ kind, first }} />));
  const find = (what: string) => document.querySelector<HTMLElement>(what);
  const input = document.querySelector('input');
  if (!input) throw new Error('no input');
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  return {
    input,
    type: (text: string) =>
      act(async () => {
        setter?.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    press: (key: string, on: Element = input) =>
      act(async () => void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))),
    click: (what: string) =>
      act(async () => void find(what)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))),
    leave: () => act(async () => find('form > button')?.focus()),
    open: () => find('[role=dialog]') !== null,
    value: () => find('output')?.textContent,
    note: () => find('[role=status]')?.textContent ?? '',
  };
}

async function away(): Promise<void> {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
}

describe('a date field', () => {
  beforeAll(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    // The calendar is loaded when it is opened first, however long that takes; from then on it is there at once.
    const { click, open } = await draw('date', null);
    await click('input');
    await vi.waitUntil(open, { timeout: 10_000 });
    await away();
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && closed());
  });
  afterEach(async () => {
    await away();
    vi.clearAllMocks();
  });

  it('takes what is typed with Enter, which closes the calendar and submits nothing', async () => {
    const { input, type, press, click, open, value } = await draw('dateTime', '2026-11-25T06:15');
    await click('input');
    expect(open()).toBe(true);
    await type('Nov 26, 2026 8:00 PM');
    await press('Enter');
    expect([value(), input.value, open()]).toEqual(['2026-11-26T20:00', 'Nov 26, 2026 8:00 PM', false]);
    expect(submitted).not.toHaveBeenCalled();
  });

  it('takes it when the field is left, and nothing stands between it and the next field', async () => {
    const { input, type, leave, value } = await draw('date', '2026-11-25');
    expect([...document.querySelectorAll<HTMLElement>('form :is(input, button)')].map((one) => one.tabIndex)).toEqual([
      0, -1, 0,
    ]);
    input.focus();
    await type('12/1');
    await leave();
    expect(value()).toBe('2026-12-01');
  });

  it.each(['soon', '2026-10-31'])('goes back to the date before where nothing fits: %s', async (text) => {
    const { input, type, press, value, note } = await draw('date', '2026-11-25');
    await type(text);
    await press('Enter');
    expect([value(), input.value]).toEqual(['2026-11-25', 'Nov 25, 2026']);
    expect(note()).toContain(text);
  });

  it('is emptied by taking the text out, or by the button of the calendar', async () => {
    const first = await draw('date', '2026-11-25');
    await first.type('');
    await first.press('Enter');
    expect(first.value()).toBe('');
    await first.type('Nov 26');
    await first.press('Enter');
    await first.click('input');
    await first.click('[role=dialog] > div:last-child button');
    expect([first.value(), first.open()]).toEqual(['', false]);
  });

  it('chooses from the calendar with the keyboard; days out of range cannot be chosen', async () => {
    const { press, click, open, value } = await draw('date', '2026-11-25');
    await press('ArrowDown');
    const focused = () => document.activeElement ?? document.body;
    expect(focused().textContent).toBe('25');
    await press('ArrowDown', focused());
    expect(focused().getAttribute('aria-label')).toBe('Wednesday, December 2, 2026');
    expect(document.querySelectorAll('[role=dialog] [role=group] button')).toHaveLength(42);
    expect(document.querySelector('[aria-label="Saturday, January 9, 2027"]')?.hasAttribute('disabled')).toBe(true);
    await click('[aria-label="Wednesday, December 2, 2026"]');
    expect([value(), open()]).toEqual(['2026-12-02', false]);
  });

  it('closes with Escape, which leaves the drawer around it', async () => {
    const { press, click, open } = await draw('date', null);
    await click('input');
    await press('Escape');
    expect([open(), closed.mock.calls.length]).toEqual([false, 0]);
    await press('Escape');
    expect(closed).toHaveBeenCalled();
  });
});

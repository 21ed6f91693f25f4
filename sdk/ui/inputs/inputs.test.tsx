// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import '../host.ts';
import { secondsLeft } from '../feedback/ProgressLine.tsx';
import { FileDropZone } from './FileDropZone.tsx';
import { SearchInput } from './SearchInput.tsx';

async function draw(content: ReactNode): Promise<HTMLElement> {
  const place = document.createElement('div');
  document.body.append(place);
  await act(async () => createRoot(place).render(content));
  return place;
}

/** As typing does: React watches the value property's setter. */
async function type(input: HTMLInputElement, text: string): Promise<void> {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    setter?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('inputs', () => {
  beforeAll(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  });
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    document.body.replaceChildren();
  });

  it('searches 300 ms after the last key, with at least 3 characters or none', async () => {
    const onSearch = vi.fn();
    const place = await draw(<SearchInput label="Parts" onSearch={onSearch} />);
    const input = place.querySelector('input');
    if (!input) throw new Error('no input');
    for (const text of ['b', 'br', 'bra']) await type(input, text);
    vi.advanceTimersByTime(299);
    expect(onSearch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSearch.mock.calls).toEqual([['bra']]);
    await type(input, 'br');
    vi.advanceTimersByTime(1000);
    expect(onSearch).toHaveBeenCalledTimes(1);
    await type(input, '');
    vi.advanceTimersByTime(300);
    expect(onSearch).toHaveBeenLastCalledWith('');
  });

  it('takes dropped files of the right type, whatever the capitals, and names the others', async () => {
    const onFiles = vi.fn();
    const place = await draw(<FileDropZone extensions={['stl', 'CATPart']} onFiles={onFiles} />);
    const files = [new File(['x'], 'bracket.STL'), new File(['x'], 'part.catpart'), new File(['x'], 'notes.txt')];
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(drop, { dataTransfer: { files } });
    await act(async () => void place.querySelector('label')?.dispatchEvent(drop));
    expect(onFiles).toHaveBeenCalledWith(files.slice(0, 2));
    expect(place.querySelector('[role=alert]')?.textContent).toContain('notes.txt');
  });

  it('estimates the time left from the pace so far', () => {
    expect(secondsLeft(0, 0.25, 10_000)).toBe(30);
    expect([secondsLeft(0, 0.25, 500), secondsLeft(0, 0, 10_000), secondsLeft(0, 1, 10_000)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

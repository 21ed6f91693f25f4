// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import '../host.ts';
import { Pace } from '../feedback/Pace.ts';
import { Labelled } from '../versions/Labelled.tsx';
import { FileDropZone } from './FileDropZone.tsx';
import { LightInput } from './LightInput.tsx';
import { SearchInput } from './SearchInput.tsx';

async function draw(content: ReactNode): Promise<HTMLElement> {
  const place = document.createElement('div');
  document.body.append(place);
  await act(async () => createRoot(place).render(content));
  return place;
}

/** Types like a user: React watches the setter of the value property. */
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

  it('say that they are wrong, and why, where their label does', async () => {
    const place = await draw(
      <Labelled label="Name" hint="Shown to customers" problem="Enter a name">
        {(field) => <LightInput {...field} />}
      </Labelled>,
    );
    const input = place.querySelector('input');
    expect(input?.getAttribute('aria-invalid')).toBe('true');
    expect(place.querySelector(`[id="${input?.getAttribute('aria-describedby')}"]`)?.textContent).toBe('Enter a name');
    expect(place.querySelector('label')?.htmlFor).toBe(input?.id);
  });

  it('searches 300 ms after the last key, with at least 3 characters or none, and for any on Enter', async () => {
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
    await type(input, '41');
    await act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
    expect(onSearch).toHaveBeenLastCalledWith('41');
  });

  it('takes dropped files with the right extension in upper or lower case, and names the others', async () => {
    const onFiles = vi.fn();
    const place = await draw(<FileDropZone extensions={['stl', 'CATPart']} onFiles={onFiles} />);
    const files = [new File(['x'], 'bracket.STL'), new File(['x'], 'part.catpart'), new File(['x'], 'notes.txt')];
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(drop, { dataTransfer: { files } });
    await act(async () => void place.querySelector('label')?.dispatchEvent(drop));
    expect(onFiles).toHaveBeenCalledWith(files.slice(0, 2));
    expect(place.querySelector('[role=alert]')?.textContent).toContain('notes.txt');
  });

  it('takes the files of dropped folders by path, and says what it skipped', async () => {
    const onFiles = vi.fn();
    const place = await draw(<FileDropZone extensions={['stl']} most={2} onFiles={onFiles} />);
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    const items = [folder('box', [fileEntry('b10.stl'), folder('a', [fileEntry('z.stl')]), fileEntry('b9.stl')])];
    items.push(folder('docs', [fileEntry('.DS_Store'), fileEntry('read.me')]));
    Object.assign(drop, {
      dataTransfer: { items: items.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] },
    });
    await act(async () => void place.querySelector('label')?.dispatchEvent(drop));
    await act(() => vi.waitFor(() => expect(onFiles).toHaveBeenCalled()));
    expect(onFiles.mock.calls[0]?.[0].map((file: File) => file.name)).toEqual(['z.stl', 'b9.stl']);
    const said = place.querySelector('[role=alert]')?.textContent;
    for (const name of ['box/b10.stl', 'docs/read.me']) expect(said).toContain(name);
    expect(said).not.toContain('.DS_Store');
  });

  it('estimates the time left from a pace that does not jump', () => {
    const pace = new Pace(0, 0);
    expect(pace.left(0.02, 500)).toBeUndefined();
    expect(pace.left(0.25, 10_000)).toBeCloseTo(30, -1);
    const slower = pace.left(0.26, 11_000) ?? 0;
    expect(slower).toBeGreaterThan(26);
    expect(slower).toBeLessThan(36);
    expect(pace.left(1, 12_000)).toBeUndefined();
  });
});

/** An entry as a browser gives it for a dropped file. */
const fileEntry = (name: string, parent = '') => ({
  isFile: true,
  isDirectory: false,
  name,
  fullPath: `${parent}/${name}`,
  file: (give: (file: File) => void) => give(new File(['x'], name)),
});

/** A dropped folder: its entries come in portions, and an empty portion is the last one. */
function folder(name: string, entries: { name: string; fullPath: string }[]) {
  const inside = entries.map((entry) => ({ ...entry, fullPath: `/${name}${entry.fullPath}` }));
  const portions = [...inside.map((entry) => [entry]), []];
  return {
    isFile: false,
    isDirectory: true,
    name,
    fullPath: `/${name}`,
    createReader: () => ({ readEntries: (give: (some: unknown[]) => void) => give(portions.shift() ?? []) }),
  };
}

// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { fakeHost } from '../../testing/index.ts';
import { entriesGivenUp, PluginProvider } from '../host.ts';
import { TextField } from './fields.tsx';
import { Form } from './Form.tsx';

const schema = z.object({ note: z.string(), secret: z.string(), name: z.string() });

let root: Root | null = null;
/** The form as it is drawn by a page that has just been loaded. */
async function load(
  onSubmit: () => Promise<void> = async () => {},
  name = 'Bracket',
  onUnsaved?: (unsaved: boolean) => void,
): Promise<HTMLElement> {
  await act(async () => root?.unmount());
  const { host } = fakeHost({ id: 'test' });
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  root = createRoot(place);
  await act(async () =>
    root?.render(
      <PluginProvider value={host}>
        <Form
          keep="orders.quote.41"
          secrets={['secret']}
          initialValues={{ note: '', secret: '', name }}
          schema={schema}
          onSubmit={onSubmit}
          {...(onUnsaved && { onUnsaved })}
        >
          <TextField name="note" label="Note" />
          <TextField name="secret" label="Secret" />
          <TextField name="name" label="Name" />
        </Form>
      </PluginProvider>,
    ),
  );
  return place;
}
const fields = (place: HTMLElement) => [...place.querySelectorAll('input')].map(({ value }) => value);
const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
const type = (place: HTMLElement, index: number, text: string) =>
  act(async () => {
    const input = place.querySelectorAll('input')[index];
    if (!input) throw new Error('no such field');
    setter?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
const submit = (place: HTMLElement) =>
  act(
    async () =>
      void place.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );
const said = (place: HTMLElement) => place.querySelector('[role=status]')?.textContent ?? '';

describe('what is entered in a form', () => {
  beforeAll(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
  afterEach(() => sessionStorage.clear());

  it('is nobody’s to save once the form is gone', async () => {
    const told: boolean[] = [];
    const place = await load(undefined, undefined, (unsaved) => told.push(unsaved));
    await type(place, 0, 'Two coats');
    expect(told.at(-1)).toBe(true);
    await act(async () => root?.unmount());
    expect(told.at(-1)).toBe(false);
  });

  it('is in nobody’s way while it is saved: that may lead to another screen', async () => {
    const told: boolean[] = [];
    const whileSaving: (boolean | undefined)[] = [];
    const save = async () => {
      await new Promise((done) => setTimeout(done));
      whileSaving.push(told.at(-1));
      throw new Error('no line');
    };
    const place = await load(save, undefined, (unsaved) => told.push(unsaved));
    await type(place, 0, 'Two coats');
    await submit(place);
    await vi.waitFor(() => expect(whileSaving).toEqual([false]));
    await vi.waitFor(() => expect(told.at(-1)).toBe(true));
  });

  it('is there again after a reload, without the secrets, over what others have changed meanwhile', async () => {
    const first = await load();
    expect(said(first)).toBe('');
    await type(first, 0, 'By air');
    await type(first, 1, 'hunter2');
    expect(Object.values({ ...sessionStorage }).join()).not.toContain('hunter2');
    const second = await load(undefined, 'Gear');
    expect(fields(second)).toEqual(['By air', '', 'Gear']);
    expect(said(second)).toContain('Draft restored. Not saved yet.');
  });

  it('is gone once it is saved, but not when that fails', async () => {
    const first = await load(() => Promise.reject(new Error('no line')));
    await type(first, 0, 'By air');
    await submit(first);
    const second = await load();
    expect(fields(second)[0]).toBe('By air');
    await submit(second);
    expect(fields(await load())[0]).toBe('');
  });

  it('is gone once the person gives it up, here or by leaving the screen', async () => {
    const first = await load();
    await type(first, 0, 'By air');
    const second = await load();
    const discard = second.querySelector('[role=status] button');
    await act(async () => void discard?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
    expect([fields(second)[0], said(second)]).toEqual(['', '']);
    await type(second, 0, 'By sea');
    window.dispatchEvent(new Event(entriesGivenUp));
    expect(fields(await load())[0]).toBe('');
  });
});

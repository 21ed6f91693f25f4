// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ScannedCode } from '../../contract/codes.ts';
import '../host.ts';
import { ScanField } from './ScanField.tsx';
import type { ScanAnswer } from './ScanField.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;
let place: HTMLElement;
const read: ScannedCode[] = [];

beforeEach(() => {
  read.length = 0;
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

const draw = (everywhere: boolean, onCode: (code: ScannedCode) => ScanAnswer) =>
  act(async () =>
    root.render(
      <>
        <input aria-label="Boxes" defaultValue="3" />
        <ScanField label="Scan a part" kinds={['PART']} everywhere={everywhere} onCode={onCode} />
      </>,
    ),
  );
const take = (code: ScannedCode): ScanAnswer => {
  read.push(code);
  return { taken: code.id !== 13, text: `Part ${code.id}` };
};
const said = () => place.querySelector('p[role="status"]')?.textContent;

/** What a scanner does where the focus is: each key comes down and writes its character. */
async function scan(text: string, into: HTMLElement): Promise<void> {
  await act(async () => {
    for (const key of [...text, 'Enter']) {
      into.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }));
      if (into instanceof HTMLInputElement && key !== 'Enter') into.value += key;
    }
  });
}
const boxes = () => place.querySelector<HTMLInputElement>('[aria-label="Boxes"]');

it('takes a code that is scanned while another field has the focus, and leaves that field as it was', async () => {
  await draw(true, take);
  const other = boxes();
  if (!other) throw new Error('the field is not there');
  await scan('PART-7', other);
  expect(read).toEqual([{ kind: 'PART', id: 7 }]);
  expect(other.value).toBe('3');
  expect(said()).toBe('Accepted. Part 7');
});

it('hears nothing outside its field on a page that did not ask for it', async () => {
  await draw(false, take);
  await scan('PART-7', document.body);
  expect(read).toEqual([]);
});

it('says why a code was not taken: refused, of another kind, foreign', async () => {
  await draw(true, take);
  await scan('PART-13', document.body);
  expect(said()).toBe('Not accepted. Part 13');
  await scan('LOT-4', document.body);
  expect(said()).toBe('Not accepted. LOT-4 can’t be used here.');
  await scan('4006381333931', document.body);
  expect(said()).toBe('Not accepted. “4006381333931” isn’t a code of this product.');
  expect(read).toEqual([{ kind: 'PART', id: 13 }]);
});

it('shows what went wrong when a code could not be asked about', async () => {
  await draw(true, () => {
    throw new Error('no line');
  });
  await scan('PART-1', document.body);
  expect(said()).toBe('Not accepted. Something went wrong');
});

// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import '../host.ts';
import type { Country } from './CountryField.tsx';
import { Form } from './Form.tsx';
import { PhoneField } from './PhoneField.tsx';
import { phoneCountries, readPhone } from './phoneNumbers.ts';

const country = (id: number, name: string, code: string, dialCode: string): Country => ({
  id,
  name,
  code,
  dialCode,
  emoji: code,
  unicode: '',
  image: '',
});
const countries = [country(1, 'Austria', 'AT', '+43'), country(2, 'United States', 'US', '+1')];

let root: Root | null = null;

async function draw(phone: string): Promise<HTMLElement> {
  const place = document.createElement('div');
  document.body.append(place);
  await act(async () => root?.unmount());
  root = createRoot(place);
  await act(async () =>
    root?.render(
      <Form keep={null} initialValues={{ phone }} schema={z.object({ phone: z.string() })} onSubmit={() => {}}>
        <PhoneField name="phone" label="Phone" countries={countries} defaultCountry="United States" />
      </Form>,
    ),
  );
  await act(() => vi.dynamicImportSettled());
  return place;
}
const judgement = (place: HTMLElement) =>
  place.querySelector('.ant-input-suffix [role=img]')?.getAttribute('aria-label') ?? null;

describe('telephone numbers', () => {
  beforeAll(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
  });
  afterEach(async () => {
    await act(async () => root?.unmount());
    root = null;
    document.body.replaceChildren();
  });

  it('are written and checked as in their country', () => {
    expect(readPhone('2133734253', 'US')).toEqual({ text: '(213) 373-4253', valid: true, country: 'US' });
    expect(readPhone('+43316873')).toMatchObject({ text: '+43 316 873', country: 'AT' });
    expect(readPhone('+43 ')).toMatchObject({ valid: false });
  });

  it('show a check, a cross, or nothing when empty', async () => {
    expect(judgement(await draw('(213) 373-4253'))).toBe('Valid number');
    expect(judgement(await draw('12'))).toBe('Invalid number');
    expect(judgement(await draw(''))).toBeNull();
  });

  it('are formatted while they are typed', async () => {
    const place = await draw('');
    const input = place.querySelector<HTMLInputElement>('input[type=tel]');
    if (!input) throw new Error('no input');
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    await act(async () => {
      setter?.call(input, '2133734253');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(input.value).toBe('(213) 373-4253');
  });

  it('are of any country that has them, by its name in the language', () => {
    const found = phoneCountries('de-DE').find(({ code }) => code === 'AT');
    expect(found).toEqual({ code: 'AT', name: 'Österreich', dialCode: '+43' });
  });

  it('begin with the dial code of the chosen country', async () => {
    const place = await draw('');
    const select = place.querySelector('input[role=combobox]');
    await act(async () => void select?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
    const option = [...document.querySelectorAll('.ant-select-item-option')].find((one) =>
      one.textContent?.includes('Austria'),
    );
    await act(async () => void option?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
    expect(place.querySelector<HTMLInputElement>('input[type=tel]')?.value).toBe('+43 ');
  });
});

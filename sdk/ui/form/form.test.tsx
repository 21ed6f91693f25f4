// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { CallError } from '../../contract/errors.ts';
import '../host.ts';
import { TextField } from './fields.tsx';
import { Form } from './Form.tsx';
import { validateWith } from './validateWith.ts';

const schema = z.object({
  jobName: z.string().trim().min(1, 'Please enter job name'),
  files: z.array(z.object({ quantity: z.number().max(5, 'Too many') })),
});

async function draw(content: ReactNode): Promise<HTMLElement> {
  const place = document.createElement('div');
  document.body.append(place);
  await act(async () => createRoot(place).render(content));
  return place;
}
const submit = (place: HTMLElement) =>
  act(
    async () =>
      void place.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );

describe('forms', () => {
  beforeAll(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  });
  afterEach(() => document.body.replaceChildren());

  it('puts the first message of each field at its place', () => {
    const errors = validateWith(schema)({ jobName: ' ', files: [{ quantity: 1 }, { quantity: 9 }] });
    expect(errors).toEqual({ jobName: 'Please enter job name', files: [undefined, { quantity: 'Too many' }] });
    expect(validateWith(schema)({ jobName: 'Job', files: [] })).toEqual({});
  });

  it('marks required fields, shows the error under them, and submits nothing wrong', async () => {
    const onSubmit = vi.fn();
    const place = await draw(
      <Form keep={null} initialValues={{ jobName: '', files: [] }} schema={schema} onSubmit={onSubmit}>
        <TextField name="jobName" label="Job name" required />
      </Form>,
    );
    const input = place.querySelector('input');
    expect([place.querySelector('label')?.textContent, input?.getAttribute('aria-required')]).toEqual([
      'Job name*',
      'true',
    ]);
    await submit(place);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(input?.getAttribute('aria-invalid')).toBe('true');
    const note = document.getElementById(input?.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toBe('Please enter job name');
    expect(document.activeElement).toBe(input);
  });

  it('passes on parsed values, and shows what the server refuses at its field', async () => {
    const onSubmit = vi.fn(() =>
      Promise.reject(
        CallError.received({ code: 'INVALID_INPUT', message: 'Not accepted', fields: { jobName: 'Name is taken' } }),
      ),
    );
    const place = await draw(
      <Form keep={null} initialValues={{ jobName: ' Job ', files: [] }} schema={schema} onSubmit={onSubmit}>
        <TextField name="jobName" label="Job name" />
        <TextField name="note" label="Note" />
      </Form>,
    );
    place.querySelectorAll('input')[1]?.focus();
    await submit(place);
    expect(onSubmit).toHaveBeenCalledWith({ jobName: 'Job', files: [] }, expect.anything());
    expect(place.querySelector('[role=alert]')?.textContent).toContain('Not accepted');
    expect(place.textContent).toContain('Name is taken');
  });
});

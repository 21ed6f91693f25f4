import { describe, expect, it } from 'vitest';
import { checkForms, keptBy, notKept, typedInto } from './forms.ts';
import { readSources } from './imports.ts';

const found = (file: string, source: string) =>
  checkForms(new Map([[file, source]])).map(({ line, text }) => `${line} ${text}`);

describe('what is typed into the screens of the product', () => {
  it('is kept by every one of them', () => {
    const sources = readSources(process.cwd());
    expect(checkForms(sources)).toEqual([]);
    const listed = [...Object.keys(keptBy), ...Object.keys(notKept)];
    expect(listed.filter((file) => !typedInto.test(sources.get(file) ?? ''))).toEqual([]);
  });

  it('is not lost by a new form that keeps nothing', () => {
    const screen = 'plugins/orders/client/new/NewForm.tsx';
    expect(found(screen, 'x\n<form onSubmit={send}>')).toEqual([
      expect.stringContaining('2 What is typed here is lost'),
    ]);
    expect(found(screen, '<Input.TextArea value={text} />')).toHaveLength(1);
    expect(found(screen, '<Form keep={null} initialValues={values}>')).toHaveLength(1);
    expect(found(screen, '<Form keep="orders.new" initialValues={values}>')).toEqual([]);
  });

  it('goes into one kind of date field and one kind of select', () => {
    const screen = 'plugins/orders/client/new/NewForm.tsx';
    expect(found(screen, '<input type="date" />')).toHaveLength(1);
    expect(found(screen, "import { Button, Select } from 'antd';")).toHaveLength(1);
    expect(found(screen, "import { DatePicker } from 'antd';")).toHaveLength(1);
    expect(found(screen, "import { Button } from 'antd';")).toEqual([]);
  });
});

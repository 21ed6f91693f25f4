import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUnknownSlot, nearSlots, slotNames } from './slotNames.ts';

const declared = ['sdk/contract', 'sdk/plugin']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|[\\/]slot\.ts$/.test(file))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/createSlot(?:<.*>)?\('([^']+)'\)/g)])
  .map(([, id = '']) => id);

describe('slots', () => {
  it('are all listed, and no others', () => {
    expect([...new Set(declared)].sort()).toEqual([...slotNames]);
  });

  it.each(slotNames)('%s has a page that shows how it is filled', (id) => {
    const page = `sdk/docs/slots/${id.replace(/@.*/, '').replace('/', '.')}.md`;
    expect(existsSync(page), page).toBe(true);
    const text = readFileSync(page, 'utf8');
    expect(text.startsWith(`# ${id}\n`)).toBe(true);
    expect(text).toContain(`"slot": "${id}"`);
  });

  it('that nobody has are told from those of vendors, with what is written nearly like them', () => {
    expect(isUnknownSlot('orders/OrderTab@1')).toBe(true);
    expect(nearSlots('orders/OrderTab@1')[0]).toBe('orders/OrderTabs@1');
    expect(nearSlots('orders/orderactions@2')[0]).toBe('orders/OrderActions@1');
    expect(nearSlots('x/y@1')).toEqual([]);
    expect(isUnknownSlot('acme.nesting/Advice@1')).toBe(false);
    expect(isUnknownSlot('orders/OrderTabs@1')).toBe(false);
  });
});

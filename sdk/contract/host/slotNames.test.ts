import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUnknownSlot, nearSlots, slotNames } from './slotNames.ts';

const sources = (...folders: string[]) =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|[\\/]slot\.ts$/.test(file))
    .map((file) => readFileSync(file, 'utf8'));

/** The name that each slot is exported under. */
const declared = new Map(
  sources('sdk/contract', 'sdk/plugin')
    .flatMap((source) => [...source.matchAll(/const (\w+) = createSlot(?:<.*>)?\('([^']+)'\)/g)])
    .map(([, name = '', id = '']) => [id, name]),
);
const screens = sources('plugins', 'host/browser', 'host/shell').join('\n');

describe('slots', () => {
  it('are all listed, and no others', () => {
    expect([...declared.keys()].sort()).toEqual([...slotNames]);
  });

  it.each(slotNames)('%s has a page that shows how it is filled', (id) => {
    const page = `sdk/docs/slots/${id.replace(/@.*/, '').replace('/', '.')}.md`;
    expect(existsSync(page), page).toBe(true);
    const text = readFileSync(page, 'utf8');
    expect(text.startsWith(`# ${id}\n`)).toBe(true);
    expect(text).toContain(`"slot": "${id}"`);
  });

  it.each(slotNames)('%s is drawn by a screen', (id) => {
    expect(screens).toMatch(new RegExp(`useSlot\\(${declared.get(id)}\\)|<Slot\\s[^>]*name=\\{${declared.get(id)}\\}`));
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

import { describe, expect, it } from 'vitest';
import { orderDetail } from '../../testing.ts';
import { chosenTab, tabPath, tabsOf, type TabViewer } from './tabs.ts';

const nobody: TabViewer = { isProvider: true, seesPrices: false, opensFiles: true, quotes: false, hasMessages: false };
const draft = { ...orderDetail, requestStatus: 'DRAFT' as const, rfqFileDTOs: [] };

describe('tabs of an order', () => {
  it('are those with something to show', () => {
    expect(tabsOf(draft, nobody)).toEqual(['overview', 'activity']);
    expect(tabsOf(orderDetail, { ...nobody, hasMessages: true })).toEqual([
      'overview',
      'parts',
      'work',
      'messages',
      'activity',
    ]);
    expect(tabsOf(orderDetail, { ...nobody, quotes: true })).toContain('quotes');
    expect(tabsOf({ ...orderDetail, made: 2, poNumber: 'PO-1' }, { ...nobody, isProvider: false })).toEqual(
      expect.arrayContaining(['work', 'documents']),
    );
  });

  it('show a buyer who waits for quotes that none has come', () => {
    const buyer = { ...nobody, isProvider: false };
    expect(tabsOf(orderDetail, { ...buyer, seesPrices: true })).toContain('quotes');
    expect(tabsOf(orderDetail, buyer)).not.toContain('quotes');
    expect(tabsOf(draft, { ...buyer, seesPrices: true })).not.toContain('quotes');
  });

  it('stand in the address, and an unknown one is the first', () => {
    const shown = tabsOf(orderDetail, nobody);
    for (const tab of shown) expect(chosenTab(new URL(tabPath(12, tab), 'https://x').search, shown)).toBe(tab);
    expect(chosenTab('?tab=quotes', shown)).toBe('overview');
    expect(chosenTab('?tab=x', shown)).toBe('overview');
    expect(tabPath(12, 'messages')).toBe('/order/12/messages');
  });
});

// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import '../host.ts';
import { DataTable } from './DataTable.tsx';
import type { DataColumn } from './DataTable.tsx';
import { shownPages } from './PageNumbers.tsx';
import { Pager } from './Pager.tsx';

interface Part {
  id: number;
  name: string;
}
const parts = (count: number): Part[] => Array.from({ length: count }, (_, id) => ({ id, name: `Part ${id}` }));
const columns: DataColumn<Part>[] = [
  { key: 'name', title: 'Name', render: (part) => part.name, sortable: true },
  { key: 'id', title: 'Id', render: (part) => part.id },
];
const common = { label: 'Parts', columns, rowKey: (part: Part) => part.id };

async function draw(content: ReactNode): Promise<HTMLElement> {
  const place = document.createElement('div');
  document.body.append(place);
  await act(async () => createRoot(place).render(content));
  return place;
}
const press = (element: Element | null | undefined) =>
  act(async () => void element?.dispatchEvent(new MouseEvent('click', { bubbles: true })));

describe('tables', () => {
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
  afterEach(() => document.body.replaceChildren());

  const numbers = (place: HTMLElement) => [...place.querySelectorAll('nav button')].slice(1, -1);

  it('says that rows are on their way, and not that there are none', async () => {
    const place = await draw(<DataTable {...common} rows={[]} loading empty="Nothing" />);
    expect(place.querySelector('[role="status"]')).not.toBeNull();
    expect(place.textContent).not.toContain('Nothing');
    const empty = await draw(<DataTable {...common} rows={[]} empty="Nothing" />);
    expect(empty.querySelector('[role="status"]')).toBeNull();
    expect(empty.textContent).toContain('Nothing');
  });

  it('offers pages only when there are more than 15 rows', async () => {
    const onPage = vi.fn();
    const short = await draw(<DataTable {...common} rows={parts(15)} page={0} onPage={onPage} />);
    expect(short.querySelector('nav')).toBeNull();
    const long = await draw(<DataTable {...common} rows={parts(15)} total={31} page={0} onPage={onPage} />);
    expect(numbers(long).map((item) => item.textContent)).toEqual(['1', '2', '3']);
    await press(numbers(long)[1]);
    expect(onPage).toHaveBeenCalledWith(1);
    const uncounted = await draw(<DataTable {...common} rows={parts(15)} total={30} more page={0} onPage={onPage} />);
    expect(uncounted.querySelector('nav')?.textContent).toContain('2…');
  });

  it('shows up to 7 pages, else ellipses', () => {
    expect(shownPages(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(shownPages(0, 20)).toEqual([0, 1, 2, 3, null, 19]);
    expect(shownPages(10, 20)).toEqual([0, null, 9, 10, 11, null, 19]);
    expect(shownPages(19, 20)).toEqual([0, null, 16, 17, 18, 19]);
    for (let page = 0; page < 20; page += 1) expect(shownPages(page, 20)).toContain(page);
  });

  it('sorts ascending first, then descending, then ascending again', async () => {
    const onSort = vi.fn();
    const head = async (sort?: { key: string; direction: 'asc' | 'desc' }) => {
      const place = await draw(<DataTable {...common} rows={parts(2)} onSort={onSort} {...(sort ? { sort } : {})} />);
      await press(place.querySelector('th button'));
    };
    await head();
    await head({ key: 'name', direction: 'asc' });
    await head({ key: 'name', direction: 'desc' });
    expect(onSort.mock.calls.map(([sort]) => sort.direction)).toEqual(['asc', 'desc', 'asc']);
  });

  it('says that it is empty, or what went wrong', async () => {
    expect((await draw(<DataTable {...common} rows={[]} />)).textContent).toContain('No Data');
    const onRetry = vi.fn();
    const broken = await draw(<DataTable {...common} rows={[]} error={new Error('x')} onRetry={onRetry} />);
    await press(broken.querySelector('button'));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('expands the rows that have nested content', async () => {
    const place = await draw(
      <DataTable {...common} rows={parts(2)} expand={(part) => (part.id === 0 ? 'Inside' : null)} />,
    );
    const buttons = place.querySelectorAll('button');
    expect(buttons).toHaveLength(1);
    await press(buttons[0]);
    expect([buttons[0]?.getAttribute('aria-expanded'), place.textContent?.includes('Inside')]).toEqual(['true', true]);
  });

  it('recognises the last page with and without a total', async () => {
    const disabled = async (content: ReactNode) =>
      [...(await draw(content)).querySelectorAll('button')].map((button) => button.disabled);
    expect(await disabled(<Pager page={0} pageSize={15} shown={15} onPage={vi.fn()} />)).toEqual([true, false]);
    expect(await disabled(<Pager page={1} pageSize={15} shown={3} onPage={vi.fn()} />)).toEqual([false, true]);
    const place = await draw(<Pager page={1} pageSize={25} shown={5} total={30} onPage={vi.fn()} />);
    expect(place.textContent).toContain('Results: 26 - 30 of 30');
    expect([...place.querySelectorAll('button')].map((button) => button.disabled)).toEqual([false, true]);
  });
});

import { Readable } from 'node:stream';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { exportOrders } from '@sinter/sdk/contract/orders/lists';
import { csvText, type CallContext, type FileReply } from '@sinter/sdk/server';
import { cellOf, isCellKey } from '../shared/rowValues.ts';
import { listed, listedOrders } from './search.ts';
import { isColumnHidden } from '../shared/hiddenColumns.ts';
import { portalOf } from './portal/portal.ts';

const mostExported = 100_000;
const batch = 200;

/**
 * The list as a file. What it holds is found once, by number; the rows are read in batches while somebody downloads, each as
 * it is then.
 */
export async function csv(
  context: CallContext,
  { query, body }: CallArguments<typeof exportOrders>,
): Promise<FileReply> {
  const portal = await portalOf(context);
  const found = await listedOrders.ids(context, body, query, mostExported);
  const columns = body.columns.flatMap(({ key, title }) =>
    isCellKey(key) && !isColumnHidden(portal, key) ? [{ key, title }] : [],
  );
  const word = (key: string) => body.words[key] ?? key;
  async function* lines(): AsyncGenerator<string> {
    yield `\uFEFF${csvText([columns.map(({ title }) => title)])}`; // without the mark, spreadsheets take it for another encoding
    for (let at = 0; at < found.length && !context.signal.aborted; at += batch) {
      const orders = await listed(context, found.slice(at, at + batch));
      yield csvText(orders.map((row) => columns.map(({ key }) => cellOf(key, row, word))));
    }
  }
  return {
    stream: Readable.from(lines()),
    contentType: 'text/csv; charset=utf-8',
    downloadName: `orders-${new Date().toISOString().slice(0, 10)}.csv`,
    cache: 'no-store',
  };
}

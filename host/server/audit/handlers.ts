import { Readable } from 'node:stream';
import { exportAudit, searchAudit } from '@sinter/sdk/contract/host/audit';
import { csvText } from '@sinter/sdk/server';
import type { Parts } from './parts.ts';
import { auditColumns, auditRow } from './csv.ts';
import { countEntries, entriesFor, readPage, recentActions } from './entries.ts';

const mostExported = 100_000;
const batch = 1_000;

export function handleAudit({ handle, db, areas }: Parts): void {
  handle(searchAudit, async ({ user }, { query: { page, size, ...filter } }) => {
    const entries = entriesFor(db, areas(), user, filter);
    const [rows, totalCount, actions] = await Promise.all([
      readPage(db, areas(), entries, { limit: size, offset: page * size }),
      countEntries(db, entries),
      recentActions(db, user),
    ]);
    return { entries: rows, totalCount, actions };
  });

  handle(exportAudit, async ({ user, signal }, { query }) => {
    const entries = entriesFor(db, areas(), user, query);
    /** In batches after the last one's end: no transaction stays open for as long as somebody downloads. */
    async function* lines(): AsyncGenerator<string> {
      yield `\uFEFF${csvText([auditColumns])}`; // without the mark, spreadsheets take it for another encoding
      let before: number | undefined;
      for (let left = mostExported; left > 0 && !signal.aborted;) {
        const rows = await readPage(db, areas(), entries, { limit: Math.min(batch, left), before });
        if (rows.length > 0) yield csvText(rows.map(auditRow));
        before = rows.at(-1)?.id;
        left = rows.length < batch ? 0 : left - rows.length;
      }
    }
    return {
      stream: Readable.from(lines()),
      contentType: 'text/csv; charset=utf-8',
      downloadName: `audit-${new Date().toISOString().slice(0, 10)}.csv`,
      cache: 'no-store',
    };
  });
}

import type { RecordChapter, RecordEntry } from '@sinter/sdk/contract/orders/recordChapters';
import { documentLanguage } from '@sinter/sdk/server';
import { all, languageOf } from '../documents/handlers.ts';
import { subjectOf } from '../documents/issue.ts';
import { history } from '../history/read.ts';
import { ndasOfOrder } from '../nda/register.ts';
import { notes } from '../notes.ts';
import { detail } from '../queries.ts';
import { numbered } from './paths.ts';

/** What this area has of an order: its data, what happened, the own side's notes, agreements, and the parts' files. */
export const ordersChapter: RecordChapter = {
  async entries(context, { id }) {
    const language = documentLanguage(await languageOf(context));
    const papers = await all(context, id, language);
    const [order, steps, written, { ndas }] = await Promise.all([
      detail(context, id),
      history(context, id),
      notes(context, id),
      ndasOfOrder(context, id),
    ]);
    // What depends on the moment, and on who looks, is no part of the record.
    const { unread: _unread, allowedEvents: _events, changeable: _changeable, completesOn: _ends, ...kept } = order;
    const files = order.rfqFileDTOs.flatMap(({ originalFileDTO, fileDTO, pngFileDTO }) => [
      originalFileDTO,
      fileDTO,
      ...(pngFileDTO ? [pngFileDTO] : []),
    ]);
    const quoted = order.quotes.flatMap((quote) => quote.files);
    return [
      { path: 'order.json', json: kept },
      { path: 'history.json', json: steps },
      ...(written.length === 0 ? [] : [{ path: 'notes.json', json: written.map(({ own: _own, ...note }) => note) }]),
      ...(ndas.length === 0 ? [] : [{ path: 'agreements/agreements.json', json: ndas }]),
      ...papers.map(({ type, matchId, version }) => ({
        path: `documents/${type}-${matchId}-v${version}.pdf`,
        issued: { subject: subjectOf(type, matchId), version, language },
      })),
      ...filesIn(
        'agreements',
        ndas.flatMap(({ file }) => (file ? [file] : [])),
      ),
      ...filesIn('parts', files),
      ...filesIn('quotes', quoted),
      ...filesIn('reported', order.claim?.files ?? []),
    ];
  },
};

/** Each file once, numbered in the order given. */
function filesIn(folder: string, files: readonly { id: number; fileName: string }[]): RecordEntry[] {
  const each = files.filter(({ id }, index) => files.findIndex((other) => other.id === id) === index);
  return each.map(({ id, fileName }, index) => ({ path: `${folder}/${numbered(index, fileName)}`, fileId: id }));
}

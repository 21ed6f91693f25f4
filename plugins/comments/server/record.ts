import type { RecordChapter, RecordEntry } from '@sinter/sdk/contract/orders/recordChapters';
import { commentsOn } from './read.ts';

/** What was written on an order and its parts, as far as this person reads it, with what was attached. */
export const messages: RecordChapter = {
  async entries(context, { id, parts }) {
    const subjects = [
      { kind: 'RFQ_ORDER' as const, id },
      ...parts.map((part) => ({ kind: 'RFQ_ORDER_FILE' as const, id: part })),
    ];
    const found = (await Promise.all(subjects.map((subject) => commentsOn(context, subject)))).flat();
    if (found.length === 0) return [];
    // What may be done with a message is no part of it.
    const json = found.map(({ may: _may, ...message }) => message);
    const attached: RecordEntry[] = found.flatMap((message) =>
      message.attachments.map((file, index) => ({
        path: `messages/${message.id}-${index + 1}${endOf(file.fileName)}`,
        fileId: file.id,
      })),
    );
    return [{ path: 'messages/messages.json', json }, ...attached];
  },
};

/** What kind of file it is; its name is in the list of messages. */
const endOf = (fileName: string): string => /\.[A-Za-z0-9]{1,12}$/.exec(fileName)?.[0] ?? '';

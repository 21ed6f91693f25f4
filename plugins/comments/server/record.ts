import type { RecordChapter, RecordEntry } from '@sinter/sdk/contract/orders/recordChapters';
import { commentsOn } from './read.ts';
import { familyOf } from './threads.ts';

/** What was written on an order, its parts and quotes, as far as this person reads it, with what was attached. */
export const messages: RecordChapter = {
  async entries(context, { id, parts }) {
    // Who does not see the parts reads nothing that is written there.
    if (parts.length === 0) return [];
    const { subjects } = await familyOf(context, { objectKind: 'RFQ_ORDER', objectId: id });
    const each = subjects.map(({ objectKind, objectId }) => commentsOn(context, { kind: objectKind, id: objectId }));
    const found = (await Promise.all(each)).flat();
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

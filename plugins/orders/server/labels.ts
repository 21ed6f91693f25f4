import { Readable } from 'node:stream';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { printPartLabels } from '@sinter/sdk/contract/orders/labels';
import { documentLanguage, documents, type CallContext, type FileReply } from '@sinter/sdk/server';
import { languageOf } from './documents/handlers.ts';
import { detail } from './queries.ts';
import { say } from './texts.ts';
import { requireParts } from './visibility.ts';

/** What fits the rolls of common label printers, in millimetres. */
const paper = { width: 62, height: 40 };

/** A label for each part, to go with the parts through the shop and into the box. */
export async function partLabels(
  context: CallContext,
  { params: { id } }: CallArguments<typeof printPartLabels>,
): Promise<FileReply> {
  await requireParts(context, id);
  const order = await detail(context, id);
  const language = documentLanguage(await languageOf(context));
  const service = context.get(documents);
  const words = await service.words(language);
  const { bytes } = await service.render(
    {
      type: 'part-label',
      at: order.createdOn,
      paper,
      sheets: order.rfqFileDTOs.map((part) => ({
        title: part.originalFileDTO.fileName,
        number: `#${id}`,
        code: { kind: 'PART', id: part.id },
        blocks: [
          {
            kind: 'facts',
            facts: [
              { label: words.say(say('paperQuantity')), value: words.number(part.quantity, 0) },
              {
                label: words.say(say('paperMade')),
                value: [part.aMProcess, ...part.materials].map(({ name }) => name).join(' · '),
              },
            ],
          },
        ],
      })),
    },
    { language, facilityId: context.facilityId },
  );
  return {
    stream: Readable.from([Buffer.from(bytes)]),
    contentType: 'application/pdf',
    size: bytes.length,
    cache: 'no-store',
  };
}

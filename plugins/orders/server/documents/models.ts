import type { PostalAddress } from '@sinter/sdk/contract/host/addresses';
import type { OrderDocumentType } from '@sinter/sdk/contract/orders/documents';
import type { DocumentBlock, DocumentModel, DocumentWords } from '@sinter/sdk/server';
import { say } from '../texts.ts';
import type { Paper, PaperLine, PaperQuote } from './papers.ts';

/** What each paper of an order says. */
export function modelOf(type: OrderDocumentType, paper: Paper, quote: PaperQuote, words: DocumentWords): DocumentModel {
  const titles = { quote: 'paperQuote', confirmation: 'paperConfirmation', 'invoice-draft': 'paperInvoice' } as const;
  const offered = type === 'quote';
  return {
    type,
    at: quote.createdOn.toISOString(),
    paper: 'A4',
    sheets: [
      {
        title: words.say(say(titles[type])),
        number: `#${paper.orderId} · ${paper.title}`,
        ...(type === 'invoice-draft' && { mark: words.say(say('paperDraft')) }),
        code: { kind: 'ORDER', id: paper.orderId },
        blocks: [
          parties(paper, words),
          facts(type, paper, quote, words),
          parts(quote, offered, words),
          totals(quote, offered, words),
          ...(offered ? choices(quote, words) : []),
          ...notes(type, quote, words),
        ],
      },
    ],
  };
}

function parties({ facility, buyer, deliveryAddress }: Paper, words: DocumentWords): DocumentBlock {
  const shipTo = deliveryAddress && {
    title: words.say(say('paperDelivery')),
    lines: addressLines(deliveryAddress, words),
  };
  return {
    kind: 'parties',
    parties: [
      {
        title: words.say(say('paperFrom')),
        lines: [facility.name, ...(facility.address ? addressLines(facility.address, words).slice(1) : [])],
      },
      { title: words.say(say('paperTo')), lines: [buyer.name, buyer.contact] },
      ...(shipTo ? [shipTo] : []),
    ],
  };
}

/** The first line is the name. */
export function addressLines(address: PostalAddress, { locale }: DocumentWords): string[] {
  const { companyName, contactName, line1, line2, postalCode, city, region, countryCode } = address;
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(countryCode);
  return [
    companyName || contactName,
    companyName ? contactName : '',
    line1,
    line2,
    `${postalCode} ${city}`,
    region,
    country,
  ]
    .map((line) => line?.trim() ?? '')
    .filter((line, index) => line !== '' || index === 0);
}

function facts(type: OrderDocumentType, paper: Paper, quote: PaperQuote, words: DocumentWords): DocumentBlock {
  const { timeZone } = paper.facility;
  const offered = type === 'quote';
  const days = offered ? quote.offeredLeadTimeDays : quote.leadTimeDays;
  const all = [
    ['paperQuotedOn', words.date(quote.createdOn, timeZone)],
    ['paperValidUntil', offered ? words.date(quote.validUntil, timeZone) : null],
    ['paperOrderedOn', words.date(paper.orderedOn, timeZone)],
    ['paperPurchaseOrder', offered ? null : quote.poNumber],
    ['paperLeadTime', words.number(days, 0)],
    ['paperPromisedOn', offered || !paper.promisedOn ? null : words.date(paper.promisedOn, timeZone)],
    ['paperCurrency', quote.currency],
  ] as const;
  return {
    kind: 'facts',
    facts: all.flatMap(([key, value]) => (value ? [{ label: words.say(say(key)), value }] : [])),
  };
}

function parts({ lines, currency }: PaperQuote, offered: boolean, words: DocumentWords): DocumentBlock {
  return {
    kind: 'table',
    columns: [
      { head: words.say(say('paperPart')), share: 2.4 },
      { head: words.say(say('paperMade')), share: 2 },
      { head: words.say(say('paperQuantity')), share: 0.8, number: true },
      { head: words.say(say('paperUnitPrice')), share: 1.2, number: true },
      { head: words.say(say('paperAmount')), share: 1.3, number: true },
    ],
    rows: lines.map((line) => {
      const { quantity, unitPrice } = offered ? line.offered : line.agreed;
      const { process, material, finish } = line;
      const made = [process, material, finish].filter(Boolean).join(' · ');
      return {
        cells: [
          line.part,
          !offered && line.alternative !== null ? line.alternative : made,
          words.number(quantity, 0),
          words.money(unitPrice, currency),
          words.money(unitPrice * quantity, currency),
        ],
      };
    }),
  };
}

function totals(quote: PaperQuote, offered: boolean, words: DocumentWords): DocumentBlock {
  const { charges, currency, lines } = quote;
  const ofParts = lines
    .map((line) => (offered ? line.offered : line.agreed))
    .reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const total = charges.reduce((sum, { amount }) => sum + amount, ofParts);
  return {
    kind: 'totals',
    rows: [
      { label: words.say(say('paperParts')), value: words.money(ofParts, currency) },
      ...charges.map(({ name, amount }) => ({ label: name, value: words.money(amount, currency) })),
      { label: words.say(say('paperTotal')), value: words.money(total, currency), strong: true },
    ],
  };
}

/** What else the quote offers. */
function choices({ lines, options, currency }: PaperQuote, words: DocumentWords): DocumentBlock[] {
  const offers = lines.flatMap((line) => [
    ...line.breaks.map(({ quantity, unitPrice }) => offer(line, '', quantity, unitPrice)),
    ...line.alternatives.map((each) =>
      offer(line, [each.name, each.material].filter(Boolean).join(' · '), each.quantity, each.unitPrice),
    ),
  ]);
  function offer({ part }: PaperLine, what: string, quantity: number, unitPrice: number) {
    return { cells: [part, what, words.number(quantity, 0), words.money(unitPrice, currency)] };
  }
  const table: DocumentBlock = {
    kind: 'table',
    title: words.say(say('paperAlternatives')),
    columns: [
      { head: words.say(say('paperPart')), share: 2.4 },
      { head: words.say(say('paperAlternative')), share: 2 },
      { head: words.say(say('paperQuantity')), share: 0.8, number: true },
      { head: words.say(say('paperUnitPrice')), share: 1.2, number: true },
    ],
    rows: offers,
  };
  const times: DocumentBlock = {
    kind: 'table',
    title: words.say(say('paperOptions')),
    columns: [
      { head: words.say(say('paperOption')), share: 2 },
      { head: words.say(say('paperLeadTime')), number: true },
      { head: words.say(say('paperFactor')), number: true },
    ],
    rows: options.map(({ name, leadTimeDays, priceFactor }) => ({
      cells: [name, words.number(leadTimeDays, 0), `× ${words.number(priceFactor)}`],
    })),
  };
  return [...(offers.length > 0 ? [table] : []), ...(options.length > 0 ? [times] : [])];
}

function notes(type: OrderDocumentType, { note }: PaperQuote, words: DocumentWords): DocumentBlock[] {
  const ends = {
    quote: 'paperQuoteNote',
    confirmation: 'paperConfirmationNote',
    'invoice-draft': 'paperInvoiceNote',
  } as const;
  const said: DocumentBlock = { kind: 'notes', title: words.say(say('paperNote')), paragraphs: [note] };
  return [
    ...(type === 'quote' && note.trim() !== '' ? [said] : []),
    { kind: 'notes', paragraphs: [words.say(say(ends[type]))] },
  ];
}

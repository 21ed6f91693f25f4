import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What a reader finds in a PDF: the pieces of each page's text, from the first that was drawn to the last. */
export async function readPdf(bytes: Uint8Array): Promise<string[][]> {
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  const pages: string[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])));
  }
  await pdf.destroy();
  return pages;
}

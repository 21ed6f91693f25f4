import { decimalsOf, fromMinor } from '../../shared/money.ts';

/**
 * Minor units of an amount as people type it: `12.5`, `12,50`, `1,250.00`, `1.250,00`, `1 250`. `null`: it is none. A last
 * group of three digits is thousands unless the currency has so many decimals.
 */
export function parseAmount(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const plain = text
    .replace(/[\s’']/gu, '')
    .replace(/٫/g, '.')
    .replace(/٬/g, '');
  const digits = [...plain].map((char) => latin.get(char) ?? char).join('');
  const [, whole = '', point = '', fraction = ''] = (decimals > 0
    ? new RegExp(`^([\\d.,]*?)([.,])(\\d{1,${decimals}})$`).exec(digits)
    : null) ?? ['', digits];
  // What groups thousands is not what stands before the decimals.
  const grouped = point !== '' && whole.includes(point) ? null : wholeOf(whole);
  if (grouped === null || (grouped === '' && fraction === '')) return null;
  return Number(grouped || '0') * 10 ** decimals + Number(fraction.padEnd(decimals, '0') || '0');
}

/** Arabic and Persian digits. */
const latin = new Map(
  ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'].flatMap((row) => [...row].map((char, index) => [char, String(index)])),
);

const wholeOf = (text: string): string | null =>
  /^\d*$/.test(text) || /^\d{1,3}([.,]\d{3})+$/.test(text) ? text.replace(/[.,]/g, '') : null;

/** As a field that is to be typed over shows it. */
export const amountText = (minor: number, currency: string): string =>
  fromMinor(minor, currency).toFixed(decimalsOf(currency));

/** Pieces as people type them; `null`: it is no whole number of at least one. */
export function parsePieces(text: string): number | null {
  const count = /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= 100_000 ? count : null;
}

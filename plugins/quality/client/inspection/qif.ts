import type { CsvRow } from '@sinter/sdk/contract/csvRows';
import type { Characteristic } from '@sinter/sdk/contract/quality/inspectionPlans';

/** What a file says, as rows of piece, characteristic and value; or why it is not read. */
export type QifRead = { rows: CsvRow[] } | { problem: 'XML' | 'QIF' | 'UNIT' };

const linear: Readonly<Record<string, string>> = {
  ...{ mm: 'mm', millimeter: 'mm', millimetre: 'mm', in: 'in', inch: 'in', inches: 'in' },
  ...{ m: 'm', meter: 'm', metre: 'm', um: 'µm', µm: 'µm', micrometer: 'µm', micron: 'µm' },
};
const unitOf = (name: string): string | undefined => linear[name.trim().toLowerCase()];

/**
 * Results of QIF 3.0 (ANSI/DMSC): each set of measurement results is a piece, in their order; a characteristic is the item that it
 * measures, by its designator or name. Declarations of types and entities are refused: no such file needs them.
 */
export function readQif(text: string, characteristics: readonly Characteristic[]): QifRead {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return { problem: 'XML' };
  const file = new DOMParser().parseFromString(text, 'application/xml');
  if (file.getElementsByTagName('parsererror').length > 0) return { problem: 'XML' };
  const all = [...file.getElementsByTagName('*')];
  if (nameOf(file.documentElement) !== 'QIFDocument') return { problem: 'QIF' };
  const primary = all.find((each) => nameOf(each) === 'PrimaryUnits');
  const said = unitOf(textAt(primary && childOf(primary, 'LinearUnit'), 'UnitName'));
  const asked = characteristics.flatMap(({ unit }) => unitOf(unit) ?? []);
  // Values of another unit would be wrong by a factor, and nobody would see it.
  if (said !== undefined && asked.some((unit) => unit !== said)) return { problem: 'UNIT' };
  const known = new Set(
    characteristics.flatMap(({ number, name, key }) => [number, name, key].map((each) => each.toLowerCase())),
  );
  const items = new Map<string, string>();
  for (const item of all.filter((each) => nameOf(each).endsWith('CharacteristicItem'))) {
    const names = [
      textAt(childOf(item, 'CharacteristicDesignator'), 'Designator'),
      textAt(item, 'Name'),
      textAt(item, 'Description'),
    ];
    const called = names.filter((each) => each !== '');
    items.set(item.getAttribute('id') ?? '', called.find((each) => known.has(each.toLowerCase())) ?? called[0] ?? '');
  }
  const sets = all.filter((each) => nameOf(each) === 'MeasurementResults');
  const rows = sets.flatMap((set, piece) =>
    [...set.getElementsByTagName('*')]
      .filter((each) => nameOf(each).endsWith('CharacteristicMeasurement'))
      .map((each) => {
        const id = textAt(each, 'CharacteristicItemId');
        const status = textAt(childOf(each, 'Status'), 'CharacteristicStatusEnum');
        return [String(piece + 1), items.get(id) ?? id, textAt(each, 'Value') || status];
      }),
  );
  return { rows: rows.map((cells, index) => ({ line: index + 1, cells })) };
}

const nameOf = ({ localName }: Element): string => localName;
const childOf = (parent: Element, name: string): Element | undefined =>
  [...parent.children].find((each) => nameOf(each) === name);
const textAt = (parent: Element | undefined, name: string): string =>
  (parent && childOf(parent, name)?.textContent)?.trim() ?? '';

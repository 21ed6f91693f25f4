import { formatNumber } from './formats.ts';
import { isolated } from './translate.ts';

/** The nine material units (specification 3.1), each with its size in the base unit of its dimension. */
const materialUnits = {
  GRAM: { symbol: 'g', dimension: 'mass', milligrams: 1_000 },
  KILOGRAM: { symbol: 'kg', dimension: 'mass', milligrams: 1_000_000 },
  OUNCE: { symbol: 'oz', dimension: 'mass', milligrams: 28_349.523125 },
  POUND: { symbol: 'lb', dimension: 'mass', milligrams: 453_592.37 },
  CUBIC_MM: { symbol: 'mm³', dimension: 'volume', cubicMillimetres: 1 },
  CUBIC_CM: { symbol: 'cm³', dimension: 'volume', cubicMillimetres: 1_000 },
  CUBIC_INCH: { symbol: 'in³', dimension: 'volume', cubicMillimetres: 16_387.064 },
  MILI_LITRE: { symbol: 'ml', dimension: 'volume', cubicMillimetres: 1_000 },
  LITRE: { symbol: 'l', dimension: 'volume', cubicMillimetres: 1_000_000 },
} as const;

export type MaterialUnit = keyof typeof materialUnits;
export const materialUnitNames = Object.keys(materialUnits).filter(isMaterialUnit);

export function isMaterialUnit(name: string): name is MaterialUnit {
  return name in materialUnits;
}

export const unitSymbol = (unit: MaterialUnit): string => materialUnits[unit].symbol;

const factor = (unit: MaterialUnit): number => {
  const known = materialUnits[unit];
  return known.dimension === 'mass' ? known.milligrams : known.cubicMillimetres;
};

/**
 * Converts an amount of material. Between mass and volume it needs the density in mg/mm³ (which is g/cm³); without it
 * such a conversion throws an Error.
 */
export function convertMaterial(amount: number, from: MaterialUnit, to: MaterialUnit, density?: number): number {
  const base = amount * factor(from);
  const source = materialUnits[from].dimension;
  const target = materialUnits[to].dimension;
  if (source === target) return base / factor(to);
  if (density === undefined || density <= 0)
    throw new RangeError(`Converting ${from} to ${to} needs the material's density.`);
  return (source === 'volume' ? base * density : base / density) / factor(to);
}

export const formatMaterial = (amount: number, unit: MaterialUnit, locale?: string): string =>
  isolated(`${formatNumber(amount, 2, locale)} ${unitSymbol(unit)}`, locale);

export type LengthUnit = 'MM' | 'CM' | 'IN';
const millimetres: Record<LengthUnit, number> = { MM: 1, CM: 10, IN: 25.4 };

/** Millimetres in the length unit asked for. */
export const fromMillimetres = (mm: number, unit: LengthUnit): number => mm / millimetres[unit];
export const toMillimetres = (length: number, unit: LengthUnit): number => length * millimetres[unit];

export const formatLength = (mm: number, unit: LengthUnit = 'MM', locale?: string): string =>
  isolated(`${formatNumber(fromMillimetres(mm, unit), unit === 'IN' ? 3 : 2, locale)} ${unit.toLowerCase()}`, locale);

/** `120 × 80 × 35.5 mm`; with micrometres when every side is below a millimetre. */
export function formatSize(mm: readonly number[], unit: LengthUnit = 'MM', locale?: string): string {
  const digits = unit === 'IN' || Math.max(...mm) < 1 ? 3 : 1;
  const sides = mm.map((side) => formatNumber(fromMillimetres(side, unit), digits, locale));
  return isolated(`${sides.join(' × ')} ${unit.toLowerCase()}`, locale);
}

/** mm² as cm², or as mm² below a tenth of a cm². */
export const formatArea = (mm2: number, locale?: string): string =>
  isolated(
    Math.abs(mm2) < 10 ? `${formatNumber(mm2, 1, locale)} mm²` : `${formatNumber(mm2 / 100, 2, locale)} cm²`,
    locale,
  );

/** mm³ as cm³, or as mm³ below a tenth of a cm³. */
export const formatVolume = (mm3: number, locale?: string): string =>
  isolated(
    Math.abs(mm3) < 100 ? `${formatNumber(mm3, 1, locale)} mm³` : `${formatNumber(mm3 / 1000, 2, locale)} cm³`,
    locale,
  );

/** mg as g, or as kg from one kilogram. */
export const formatMass = (mg: number, locale?: string): string =>
  isolated(
    Math.abs(mg) >= 1e6 ? `${formatNumber(mg / 1e6, 2, locale)} kg` : `${formatNumber(mg / 1000, 2, locale)} g`,
    locale,
  );

/** Bytes as kB, MB or GB of 1000. */
export function formatBytes(bytes: number, locale?: string): string {
  const [amount, unit, digits] =
    bytes < 1000
      ? [bytes, 'B', 0]
      : bytes < 1e6
        ? [bytes / 1e3, 'kB', 1]
        : bytes < 1e9
          ? [bytes / 1e6, 'MB', 1]
          : [bytes / 1e9, 'GB', 2];
  return isolated(`${formatNumber(amount, digits, locale)} ${unit}`, locale);
}

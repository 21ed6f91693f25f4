export {
  addServerTexts,
  addTexts,
  changeLanguage,
  currentLanguage,
  currentLocale,
  defaultLanguage,
  i18n,
  removeTexts,
  resetLanguage,
  textsSchema,
  translator,
} from './translate.ts';
export type { Texts, Values } from './translate.ts';
export { formatDuration, formatMoney, formatNumber, formatPercent } from './formats.ts';
export {
  convertMaterial,
  formatArea,
  formatBytes,
  formatLength,
  formatMass,
  formatMaterial,
  formatSize,
  formatVolume,
  fromMillimetres,
  isMaterialUnit,
  materialUnitNames,
  toMillimetres,
  unitSymbol,
} from './units.ts';
export type { LengthUnit, MaterialUnit } from './units.ts';
export {
  defaultDateFormat,
  dueState,
  formatDate,
  formatDateTime,
  formatShortDate,
  formatTime,
  shortDateFormat,
  toDate,
  userDateFormat,
} from './dates.ts';
export type { DateValue, Due } from './dates.ts';

export {
  chosenLanguage,
  currentLanguage,
  currentLocale,
  i18nReader as i18n,
  languageAtom,
  defaultLanguage,
  directionOf,
  keepLanguage,
  resetLanguage,
  changeLanguage,
  textsSchema,
  translator,
} from './translate.ts';
export type { Texts, Values } from './translate.ts';
export { formatDuration, formatNumber, formatPercent } from './formats.ts';
export { formatMoney, showCurrency, shownCurrency } from './money.ts';
export type { ShownCurrency } from './money.ts';
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
  dateTimeFormat,
  defaultDateFormat,
  dueState,
  formatDate,
  formatDateTime,
  formatShortDate,
  formatTime,
  dayPeriod,
  shownDateFormat,
  shownTimeZone,
  showTimeZone,
  startOfDay,
  timeFormat,
  toDate,
  userDateFormat,
} from './dates.ts';
export type { DateValue, Due } from './dates.ts';

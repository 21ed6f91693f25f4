/** The first day of a week; Sunday is 0. Browsers offer this fact as a method, as a property, or not at all. */
export function firstWeekday(locale: string): number {
  const about = new Intl.Locale(locale);
  const ask: unknown = Reflect.get(about, 'getWeekInfo');
  const info: unknown = typeof ask === 'function' ? ask.call(about) : Reflect.get(about, 'weekInfo');
  const first: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'firstDay') : undefined;
  return typeof first === 'number' ? first % 7 : 0;
}

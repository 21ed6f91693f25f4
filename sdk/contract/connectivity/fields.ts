/** What drivers are told beside an address and a secret, as declared: the screen draws it, and the server holds to it. */

/** One line that somebody enters, and that is kept as it was entered. */
export interface DriverField {
  id: string;
  required: boolean;
  /** What stands in it at first. */
  usual: string;
  /** One of these; not given: whatever somebody writes. */
  options?: readonly string[];
  /** A whole number from `min` to `max`. */
  range?: readonly [min: number, max: number];
  /** Certificates as PEM, each between its lines that begin and end it. */
  certificates?: true;
  /** It says whom the connector trusts: changes of it stand in the audit. */
  trust?: true;
  example?: string;
}

const field = (id: string, more: Partial<DriverField> = {}): DriverField => ({
  id,
  required: false,
  usual: '',
  ...more,
});

/** Where it stands what a machine does: the driver says what leads there. Only the state has to be there. */
const places = (usual: string, examples: Readonly<Record<string, string>> = {}): readonly DriverField[] => [
  field('state', { required: true, usual, ...(examples['state'] !== undefined && { example: examples['state'] }) }),
  ...['progress', 'layer', 'layers', 'job', 'secondsLeft', 'material', 'alarm'].map((id) =>
    field(id, examples[id] === undefined ? {} : { example: examples[id] }),
  ),
];
const progressUnit = field('progressUnit', { required: true, usual: 'PERCENT', options: ['PERCENT', 'SHARE'] });

export const mqttFields: readonly DriverField[] = [
  field('user'),
  field('authority', { certificates: true, trust: true }),
  field('messages', { usual: 'JSON', options: ['JSON', 'TEXT'] }),
  ...places('state', { progress: 'print.progress', layer: 'print.layer' }),
  progressUnit,
  field('silentSeconds', { usual: '60', range: [15, 86_400] }),
];
export const mqttSource: readonly DriverField[] = [field('topic', { required: true, example: 'plant/slm-1/status' })];

export const opcuaFields: readonly DriverField[] = [
  field('user'),
  field('security', { required: true, usual: 'ENCRYPTED', options: ['ENCRYPTED', 'SIGNED', 'NONE'], trust: true }),
  field('fingerprint', { example: '6B:1F:…', trust: true }),
  progressUnit,
  field('intervalMs', { usual: '1000', range: [50, 600_000] }),
];
export const opcuaSource: readonly DriverField[] = places('', {
  state: 'ns=2;s=Machine.State',
  progress: 'ns=2;s=Job.Progress',
});

/** A machine, and what leads to it. */
export interface DriverSource {
  machine: string;
  settings: Readonly<Record<string, string>>;
}

export interface WrongSetting {
  /** `settings.state`, `sources.0.settings.topic` */
  path: string;
  why: 'MISSING' | 'WRONG' | 'TWICE';
}

const longest = 500;
/** Of certificates. */
export const longestCertificates = 16_000;
const pem = /^(?:-----BEGIN CERTIFICATE-----\s[\w+/=\s]+-----END CERTIFICATE-----\s*)+$/;

function wrongIn(
  fields: readonly DriverField[],
  settings: Readonly<Record<string, string>>,
  at: string,
): WrongSetting[] {
  return fields.flatMap(({ id, required, options, range, certificates }): WrongSetting[] => {
    const value = (settings[id] ?? '').trim();
    const path = `${at}${id}`;
    if (value === '') return required ? [{ path, why: 'MISSING' }] : [];
    const fits =
      value.length <= (certificates ? longestCertificates : longest) &&
      (!certificates || pem.test(value)) &&
      (options === undefined || options.includes(value)) &&
      (range === undefined || (/^\d{1,9}$/.test(value) && Number(value) >= range[0] && Number(value) <= range[1]));
    return fits ? [] : [{ path, why: 'WRONG' }];
  });
}

/** What of it is missing or does not fit. */
export function wrongSettings(
  driver: { fields: readonly DriverField[]; source: readonly DriverField[] },
  settings: Readonly<Record<string, string>>,
  sources: readonly DriverSource[],
): WrongSetting[] {
  const wrong = wrongIn(driver.fields, settings, 'settings.');
  if (driver.source.length === 0) return wrong;
  if (sources.length === 0) wrong.push({ path: 'sources', why: 'MISSING' });
  const names = sources.map(({ machine }) => machine.trim());
  for (const [index, source] of sources.entries()) {
    const name = names[index] ?? '';
    if (name === '') wrong.push({ path: `sources.${index}.machine`, why: 'MISSING' });
    else if (names.indexOf(name) < index) wrong.push({ path: `sources.${index}.machine`, why: 'TWICE' });
    wrong.push(...wrongIn(driver.source, source.settings, `sources.${index}.settings.`));
  }
  return wrong;
}

/** What is declared of it, trimmed; nothing else is kept. */
export const declaredOf = (
  fields: readonly DriverField[],
  settings: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ id }) => [id, (settings[id] ?? '').trim()] as const).filter(([, value]) => value !== ''),
  );

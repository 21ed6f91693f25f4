/** The first that fits counts: most browsers also name those that they descend from. */
const browsers: readonly [RegExp, string][] = [
  [/GrabCAD/i, 'GrabCAD Print'],
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const find = (rules: readonly [RegExp, string][], text: string): string | undefined =>
  rules.find(([pattern]) => pattern.test(text))?.[1];

/** `Firefox on Windows`, from what the browser says about itself. */
export function deviceOf(userAgent: string): string {
  const browser = find(browsers, userAgent);
  const system = find(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  // A program: its own name, without what could be mistaken for more.
  return browser ?? system ?? (/^[\w .-]{1,40}/.exec(userAgent)?.[0].trim() || 'Unknown device');
}

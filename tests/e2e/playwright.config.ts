import { defineConfig } from 'playwright/test';

/**
 * The areas that a file of tests is about, as tags: `--grep @orders` finds them in the names of these projects. Files
 * that are not here have tags of their own at their tests.
 */
const areas: Readonly<Record<string, readonly string[]>> = {
  '@host': [
    'account',
    'embedding',
    'fallbacks',
    'hostileBrowser',
    'leaks',
    'secondFactor',
    'sessions',
    'shell',
    'singleSignOn',
  ],
  '@admin': ['administration', 'emailConfig', 'emailTemplates', 'people'],
  '@catalog': ['facilityMachines', 'partInventory'],
  '@scheduling': ['jobForm', 'schedules', 'schedulerView'],
  '@orders @admin': ['exportControl', 'tags'],
  '@orders @preparation': ['badInput', 'badInputScreen', 'converters', 'uploads', 'viewer'],
  '@host @orders @preparation @scheduling': ['journey', 'kill', 'nodes'],
};
const filesOf = (names: readonly string[]) => names.map((name) => `${name}.spec.ts`);
const projects = Object.entries(areas).map(([name, names]) => ({ name, testMatch: filesOf(names) }));
/** These compare times, which a test beside them would disturb: they run last, one after the other. */
const timed = ['brokenPlugins', 'modules'];
const others = {
  name: 'tagged',
  testIgnore: filesOf([...Object.values(areas).flat(), ...timed]).concat('*.long.spec.ts'),
};
const beforeTimed = [...projects, others];
const alone = {
  name: '@host @admin alone',
  testMatch: filesOf(timed),
  workers: 1,
  // One area's tests do not wait for those of the others.
  dependencies: process.env['SINTER_TEST_AREA'] === undefined ? beforeTimed.map(({ name }) => name) : [],
};

const isLong = process.env['SINTER_LONG'] === '1';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // What needs long by nature has a smaller round beside it.
  projects: isLong ? [{ name: 'long', testMatch: '*.long.spec.ts' }] : [...beforeTimed, alone],
  globalSetup: './globalSetup.ts',
  outputDir: '../../.build/e2e/results',
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 20_000,
    // Recording every test costs more than running it: what fails is run again with SINTER_TRACE=1.
    trace: process.env['SINTER_TRACE'] === '1' ? 'on' : 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['SINTER_BROWSER'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

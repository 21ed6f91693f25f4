import { defineConfig } from 'vitest/config';
import { collectedModule } from './scripts/build/collected.ts';
import { readProject } from './scripts/build/project.ts';

const virtual = '\0virtual:';
const roots = '{sdk,registry,host,plugins,scripts,tests}';
/** The examples are tested as vendors test them: with the packed SDK (scripts/sdk/examples.ts). */
const notTests = ['**/node_modules/**', 'tests/e2e/**', 'sdk/docs/examples/**'];
/** `npm run test:long` runs what needs long by nature; `npm test` runs everything else. */
const files =
  process.env['SINTER_LONG'] === '1'
    ? { include: [`${roots}/**/*.long.test.{ts,tsx}`], exclude: notTests, testTimeout: 300_000 }
    : {
        include: [`${roots}/**/*.test.{ts,tsx}`],
        exclude: [...notTests, '**/*.long.test.{ts,tsx}'],
        testTimeout: 60_000,
      };

export default defineConfig({
  plugins: [
    {
      name: 'collected',
      resolveId: (id) => (id.startsWith('virtual:') ? `\0${id}` : undefined),
      load: (id) =>
        id.startsWith(virtual) ? collectedModule(id.slice(virtual.length), readProject(process.cwd())) : undefined,
    },
  ],
  test: {
    ...files,
    // A test of components asks for a page itself: `// @vitest-environment happy-dom` in its first line.
    environment: 'node',
    env: { PASSWORD_NICENESS: '0' },
    setupFiles: ['./scripts/test/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // A process and its modules for each file would take twice the time. A file leaves nothing behind for the next.
    isolate: false,
    // How long something that has to happen is waited for; a busy machine may need more than the usual second.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 120_000,
  },
});

import { defineConfig } from 'vitest/config';
import { pluginServersModule } from './scripts/build/plugin-servers.ts';
import { readProject } from './scripts/build/project.ts';

const pluginServers = 'virtual:plugin-servers';

export default defineConfig({
  plugins: [
    {
      name: 'plugin-servers',
      resolveId: (id) => (id === pluginServers ? `\0${pluginServers}` : undefined),
      load: (id) => (id === `\0${pluginServers}` ? pluginServersModule(readProject(process.cwd()).plugins) : undefined),
    },
  ],
  test: {
    // A test of components asks for a page itself: `// @vitest-environment happy-dom` in its first line.
    environment: 'node',
    // tsyringe needs it before it is evaluated; in the browser the shared tsyringe brings it along.
    setupFiles: ['reflect-metadata/lite'],
    include: ['{sdk,registry,host,plugins,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    pool: 'forks',
    maxWorkers: 2,
    // How long something that has to happen is waited for; a busy machine may need more than the usual second.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

// Runs before each test file. Files share a process, so what one of them changes for everybody is put back after it.
// tsyringe needs this import before it is evaluated; in the browser the shared tsyringe brings it along.
import 'reflect-metadata/lite';
import { afterAll, beforeAll, vi } from 'vitest';

let environment: NodeJS.ProcessEnv;
const { waitFor } = vi;

beforeAll(() => {
  // As long as `expect.poll` in vitest.config.ts, which has a setting for it.
  vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: 10_000, ...options });
  environment = { ...process.env };
});

afterAll(() => {
  vi.waitFor = waitFor;
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

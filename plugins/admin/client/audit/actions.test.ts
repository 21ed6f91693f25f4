import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { projectEventKinds } from '@sinter/sdk/contract/projects/projects';
import { expect, it } from 'vitest';
import texts from '../../locales/en_US.json';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const sources = ['host/server', 'plugins']
  .flatMap((room) =>
    readdirSync(`${root}/${room}`, { recursive: true, encoding: 'utf8' }).map((file) => `${root}/${room}/${file}`),
  )
  .filter((file) => /\/server\/.*\.ts$/.test(file) && !/test\.ts$|testing/.test(file));

it('the audit has words for everything that is written into it', () => {
  const read = sources.map((file) => readFileSync(file, 'utf8'));
  const actions = read.flatMap((source) =>
    [...source.matchAll(/\baction(?::| =)[^;{}]*?(?=[,;]\s)/g)].flatMap(([written]) =>
      [...written.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, action = '']) => action),
    ),
  );
  // What happens to orders and jobs is written by the name of the event.
  const events = (area: string, name: string) =>
    sources
      .filter((file) => file.includes(`plugins/${area}/server/`))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bevent: '([A-Z_]+)'/g)])
      .map(([, event = '']) => `${name}.${event.toLowerCase()}`);
  const inProjects = projectEventKinds.map((what) => `project.${what.toLowerCase()}`);
  const written = new Set([...actions, ...inProjects, ...events('orders', 'order'), ...events('scheduling', 'job')]);
  expect(written.size).toBeGreaterThan(80);
  const known: Readonly<Record<string, string>> = texts;
  expect([...written].filter((action) => !known[`audit.action.${action}`])).toEqual([]);
});

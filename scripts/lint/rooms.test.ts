import { describe, expect, it } from 'vitest';
import { checkRooms, floorsOf, makersOf, tablesAbove, upwardImports } from './rooms.ts';

const floors = floorsOf(
  `import { identityModule } from './identity/module.ts';\nimport { sessionModule } from './session/module.ts';`,
);
const texts = (file: string, source: string) => upwardImports(file, source, floors).map(({ text }) => text);

describe('the floors of the server', () => {
  it('are those of the list of modules, between the ground and the roof', () => {
    expect(floors.indexOf('database')).toBeLessThan(floors.indexOf('identity'));
    expect(floors.indexOf('identity')).toBeLessThan(floors.indexOf('session'));
    expect(floors.indexOf('session')).toBeLessThan(floors.indexOf('the roof'));
  });

  it.each([
    [
      'host/server/identity/place.ts',
      `import type { Sessions } from '../session/sessions.ts';`,
      /session stands above/,
    ],
    ['host/server/database/open.ts', `import { place } from '../identity/place.ts';`, /identity stands above/],
    ['host/server/session/signIn.ts', `import { createNode } from '#host/server/node.ts';`, /the roof stands above/],
    ['host/server/hostModule.ts', `import type { Db } from './database/tables.ts';`, /database stands above/],
    ['host/server/cellar/wine.ts', `import { place } from '../identity/place.ts';`, /cellar has no floor/],
  ])('%s refuses %s', (file, source, expected) => {
    expect(texts(file, source)).toEqual([expect.stringMatching(expected)]);
  });

  it.each([
    ['host/server/session/signIn.ts', `import { place } from '../identity/place.ts';\nimport { x } from './x.ts';`],
    ['host/server/session/module.ts', `import { defineHostModule } from '../hostModule.ts';`],
    ['host/server/node.ts', `import { hostModules } from './modules.ts';\nimport { x } from './session/x.ts';`],
    ['host/server/identity/place.test.ts', `import { testServer } from '../testing.ts';`],
    ['host/runtime/loader.ts', `import { x } from './x.ts';`],
  ])('%s allows %s', (file, source) => {
    expect(texts(file, source)).toEqual([]);
  });

  it('refuses the tables of a room above', () => {
    const makers = makersOf(
      new Map([['host/server/session/migrations/001_tables.ts', 'const step = `create table session (id text)`;']]),
    );
    const named = (file: string) => tablesAbove(file, `sql\`select 1 from session\`.execute(db);`, floors, makers);
    expect(named('host/server/identity/place.ts')).toMatchObject([{ from: 'identity', to: 'session', line: 1 }]);
    expect(named('host/server/session/running.ts')).toEqual([]);
    expect(named('host/server/node.ts')).toEqual([]);
  });

  it('lets no room off', () => {
    const sources = new Map([
      ['host/server/modules.ts', ["import './identity/module.ts';", "import './session/module.ts';"].join('\n')],
      ['host/server/identity/a.ts', `import { x } from '../session/b.ts';`],
    ]);
    expect(checkRooms(sources)).toMatchObject([{ file: 'host/server/identity/a.ts', line: 1 }]);
  });
});

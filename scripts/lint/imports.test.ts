import { describe, expect, it } from 'vitest';
import { forbiddenImports } from './imports.ts';

const texts = (file: string, source: string) => forbiddenImports(file, source).map(({ text }) => text);

describe('what may know what', () => {
  it.each([
    [
      'sdk/contract/orders.ts',
      `import { x } from '../api/client.ts';`,
      /the contract may not import '..\/api\/client.ts'/,
    ],
    ['sdk/api/client.ts', `import { resolve } from '#registry/resolve';`, /that is the registry/],
    ['sdk/plugin/slot.ts', `import { client } from '../api/client.ts';`, /may know types only/],
    ['sdk/ui/table.tsx', `import { x } from '@sinter/sdk/server';`, /that is the server SDK/],
    ['sdk/server/index.ts', `import { x } from '#host/server/http.ts';`, /that is the server\./],
    ['sdk/ui/table.tsx', `import { orders } from '@sinter/sdk/contract/orders/orders';`, /may know types only/],
    ['sdk/server/index.ts', `import type { Order } from '../contract/orders/orders.ts';`, /that is an area's contract/],
    ['sdk/contract/orders/a.ts', `import { defineServer } from '../../server/index.ts';`, /may know types only/],
    ['registry/resolve.ts', `import { definePlugin } from '@sinter/sdk/plugin';`, /that is the plugin SDK/],
    ['host/runtime/loader.ts', `import { App } from '../shell/App.tsx';`, /that is the shell/],
    ['host/runtime/loader.ts', `import { readFileSync } from 'node:fs';`, /does not run in a browser/],
    ['host/minimal/main.tsx', `import { App } from '#host/shell/App.tsx';`, /that is the shell/],
    [
      'host/shell/main.tsx',
      `import orders from '../../plugins/orders/client/index.ts';`,
      /only the host mounts plugins/,
    ],
    ['host/server/main.ts', `import { Table } from '@sinter/sdk/ui';`, /that is the browser SDK/],
    ['host/server/main.ts', `const x = await import('#host/runtime/loader.ts');`, /that is the runtime/],
    ['plugins/orders/client/a.ts', `import { x } from '../../catalog/client/b.ts';`, /plugins meet through/],
    ['plugins/orders/client/a.ts', `import type { X } from '../../catalog/client/b.ts';`, /plugins meet through/],
    ['plugins/orders/client/a.ts', `export { x } from '../server/tables.ts';`, /that is a plugin's server half/],
    ['plugins/orders/client/a.ts', `import '#host/shell/x.ts';`, /that is the shell/],
    ['plugins/orders/client/a.ts', `import { x } from '#registry/menu';`, /that is the registry/],
    ['plugins/orders/server/a.ts', `import {\n  x,\n  y,\n} from '../client/a.ts';`, /that is a plugin's browser half/],
    ['plugins/orders/server/a.ts', `import { x } from '@sinter/sdk/api';`, /that is the browser SDK/],
    ['plugins/orders/shared/a.ts', `import { x } from '../client/a.ts';`, /that is a plugin's browser half/],
    ...['plugins/orders/client/a.tsx', 'plugins/orders/server/a.ts', 'host/shell/a.tsx', 'sdk/ui/a.tsx'].map(
      (file): [string, string, RegExp] => [
        file,
        `import { fakeHost } from '@sinter/sdk/testing';`,
        /that is the testing SDK/,
      ],
    ),
    ['plugins/orders/client/a.ts', `import { orderRow } from './testing.ts';`, /that is a test/],
  ])('%s refuses %s', (file, source, expected) => {
    expect(texts(file, source)).toEqual([expect.stringMatching(expected)]);
  });

  it.each([
    ['sdk/plugin/definePlugin.ts', `import type { Client } from '../api/client.ts';`],
    ['sdk/contract/orders/a.ts', `import { createToken } from '../../plugin/token.ts';`],
    ['sdk/contract/orders/a.ts', `import type { Work } from '../../server/defineServer.ts';`],
    ['plugins/orders/client/a.ts', `import { facilityProfile } from '@sinter/sdk/contract/admin/facilityProfile';`],
    ['host/shell/main.tsx', `import { boot } from '#host/browser/boot.ts'; import { menu } from '#registry/menu';`],
    ['host/server/main.ts', `import { orders } from '@sinter/sdk/contract/orders';\nimport fastify from 'fastify';`],
    ['plugins/orders/client/a.ts', `import { statuses } from '../shared/statuses.ts';\nimport { Table } from 'antd';`],
    ['plugins/orders/server/worker.ts', `import { slice } from '../geometry/slice.ts';`],
    ['plugins/orders/client/a.test.tsx', `import { fakeHost } from '@sinter/sdk/testing';`],
    ['plugins/orders/client/testing.ts', `import { providerUser } from '@sinter/sdk/testing';`],
    ['host/shell/main.tsx', `// import { x } from '../server/y.ts'\nconst text = 'import';`],
  ])('%s allows %s', (file, source) => {
    expect(texts(file, source)).toEqual([]);
  });

  it('tells the line', () => {
    expect(forbiddenImports('registry/a.ts', `\n\nimport { x } from '#host/server/y.ts';`)[0]?.line).toBe(3);
  });
});

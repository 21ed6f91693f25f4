import { describe, expect, it } from 'vitest';
import { circlesOf } from './circles.ts';

const sdk = { './contract': './contract/index.ts', './contract/*': './contract/*.ts' };
const circles = (sources: Record<string, string>) => circlesOf(new Map(Object.entries(sources)), sdk);

describe('circles of imports', () => {
  it('finds files that import each other, of types too', () => {
    expect(
      circles({
        'plugins/a/client/one.ts': `import type { Two } from './two.ts';`,
        'plugins/a/client/two.ts': `export { three } from './deep/three.ts';`,
        'plugins/a/client/deep/three.ts': `import { one } from '../one.ts';`,
        'plugins/a/client/four.ts': `import { one } from './one.ts';`,
      }),
    ).toEqual([['plugins/a/client/one.ts', 'plugins/a/client/two.ts', 'plugins/a/client/deep/three.ts']]);
  });

  it('follows the names of the SDK, the registry and the host', () => {
    expect(
      circles({
        'sdk/contract/index.ts': `import { calls } from '@sinter/sdk/contract/orders/calls';`,
        'sdk/contract/orders/calls.ts': `import { menu } from '#registry/menu';`,
        'registry/menu.ts': `const run = import('#host/server/run.ts');`,
        'host/server/run.ts': `import { contract } from '@sinter/sdk/contract';`,
      }),
    ).toHaveLength(1);
  });

  it('takes no offence at two ways to the same file', () => {
    expect(
      circles({
        'registry/top.ts': `import { left } from './left.ts';\nimport { right } from './right.ts';`,
        'registry/left.ts': `import { ground } from './ground.ts';`,
        'registry/right.ts': `import { ground } from './ground.ts';`,
        'registry/ground.ts': `import * as z from 'zod';`,
      }),
    ).toEqual([]);
  });
});

import * as z from 'zod';
import { TaskError } from '../taskError.ts';

/** What the page has once. A vendor's own copies would have a state of their own, so the SDK takes what is installed. */
const shared = [
  '@ant-design/icons',
  'antd',
  'formik',
  'i18next',
  'mobx',
  'mobx-react-lite',
  'moment',
  'react',
  'react-dom',
  'react-i18next',
  'rxjs',
  'zod',
];
/** Of the tool, which finds them at run time: what it builds with, and the browser that it checks in when there is one. */
export const toolLibraries = { needed: ['esbuild', '@swc/core'], whenThere: ['@axe-core/playwright', 'playwright'] };
const optional = ['vitest', '@types/react', 'typescript', ...toolLibraries.whenThere];
/** What a new plugin installs. */
export const newPluginLibraries = [...shared, 'vitest', '@types/react', 'typescript'].sort();

const rootSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  engines: z.object({ node: z.string() }),
});
const sdkSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  exports: z.record(z.string(), z.string()),
});

/** `package.json` of the published SDK. `rooms` are the published source files. */
export function publishedManifest(
  rootJson: unknown,
  sdkJson: unknown,
  sources: readonly string[],
  libraries: string[],
) {
  const { dependencies, devDependencies, engines } = rootSchema.parse(rootJson);
  const sdk = sdkSchema.parse(sdkJson);
  const installed: Record<string, string> = { ...dependencies, ...devDependencies };
  const ranges = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => {
        const version = installed[name];
        if (version === undefined) throw new TaskError(`The SDK imports ${name}, which package.json does not have.`);
        return [name, `^${version}`];
      }),
    );
  const own = libraries.filter((name) => !shared.includes(name) && !optional.includes(name));
  const rooms = Object.entries(sdk.exports).filter(
    ([, source]) => source.includes('*') || sources.includes(source.slice(2)),
  );
  return {
    name: sdk.name,
    version: sdk.version,
    description: sdk.description,
    type: 'module',
    engines,
    exports: {
      ...Object.fromEntries(
        rooms.map(([room, source]) => {
          const file = source.replace(/\.tsx?$/, '');
          return [room, { types: `${file}.d.ts`, default: `${file}.js` }];
        }),
      ),
      './client': { types: './ui/css.d.ts' },
      './ui/sdk.css': './ui/sdk.css',
      './plugin.schema.json': './plugin.schema.json',
      './package.json': './package.json',
    },
    bin: { 'sinter-plugin': './cli/sinter-plugin.mjs' },
    dependencies: ranges([...own, ...toolLibraries.needed].sort()),
    peerDependencies: ranges([...shared, ...optional].sort()),
    peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
  };
}

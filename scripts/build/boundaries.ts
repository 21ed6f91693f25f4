import { join } from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin } from 'esbuild';
import { TaskError } from '../taskError.ts';
import type { Bundle } from './bundle.ts';
import { slashed, within } from './project.ts';
import type { SharedNames } from './sharedNames.ts';
import { iconBase } from './shared.ts';

/** Names that stay imports, because the page maps them to the one copy of their module. */
export interface Outside {
  specifiers: ReadonlySet<string>;
  /** Specifier to file, for areas of the contract: they hold no state, so each bundle that imports one gets a copy. */
  copied: ReadonlyMap<string, string>;
}

/** The outside of hosts and plugins. */
export const outsideOf = (names: SharedNames, sdk: Readonly<Record<string, string>>): Outside => ({
  specifiers: new Set(names.keys()),
  copied: new Map(Object.entries(sdk).filter(([specifier]) => !names.has(specifier))),
});

/** The name by which the file of a contract's module is imported. */
const contractSpecifier = (file: string): string | undefined => {
  const module = /\/sdk\/contract\/(.+)\.[jt]s$/.exec(slashed(file))?.[1];
  return module === undefined ? undefined : `@sinter/sdk/contract/${module}`;
};

/** What contracts take of the plugin's room is in the one module that the page has of it. */
const roomSpecifier = (file: string): string | undefined =>
  /\/sdk\/plugin\/(slot|token)\.[jt]s$/.test(slashed(file)) ? '@sinter/sdk/plugin' : contractSpecifier(file);

const external = (path: string): OnResolveResult => ({ path, external: true, sideEffects: false });
const refuse = (text: string): OnResolveResult => ({ errors: [{ text }] });

/**
 * Resolution for everything that is not a shared library itself: shared names stay imports, icons are bundled on top
 * of the shared icon base, and moment's locales get the shared moment.
 */
export function sharedImports(root: string, { specifiers, copied }: Outside): Plugin {
  const library = (path: string) => join(root, 'node_modules', path);
  const areas = new Set(copied.values());
  const sealed = [...specifiers].some((specifier) => specifier.startsWith('@sinter/'));
  return {
    name: 'shared-imports',
    setup(build) {
      build.onResolve({ filter: /^[@a-z]/ }, ({ path, kind, importer }) => {
        if (kind === 'entry-point') return undefined;
        if (specifiers.has(path)) {
          return kind === 'require-call'
            ? refuse(`${importer} calls require('${path}'), which a page cannot answer: use an ES module version.`)
            : external(path);
        }
        const area = copied.get(path);
        if (area !== undefined) return { path: area, sideEffects: false };
        if (sealed && path.startsWith('@sinter/'))
          return refuse(`"${path}" is not part of what the SDK offers to browsers.`);
        const icon = /^@ant-design\/icons\/es\/icons\/\w+$/.test(path);
        if (icon) return { path: library(`${path}.js`), sideEffects: false };
        if (path.startsWith('antd/locale/')) return { path: library(`antd/es/locale/${path.slice(12)}.js`) };
        const locale = /^moment\/locale\/([\w-]+)$/.exec(path);
        if (locale) return { path: library(`moment/dist/locale/${locale[1]}.js`) };
        return undefined;
      });
      build.onResolve({ filter: /^\.\.?\/.*\.[jt]s$/ }, ({ path, importer, resolveDir }) => {
        if (!areas.has(importer)) return undefined;
        const specifier = roomSpecifier(join(resolveDir, path));
        return specifier !== undefined && specifiers.has(specifier) ? external(specifier) : undefined;
      });
      build.onResolve({ filter: /^\.\.\/moment$/ }, ({ importer }) =>
        importer.includes('moment') && importer.includes('locale') ? external('moment') : undefined,
      );
      build.onResolve({ filter: /^\.\.\/components\/(AntdIcon|AntdIconLight|Context)$/ }, ({ path, importer }) =>
        importer.includes('@ant-design')
          ? { path: path.slice('../components/'.length), namespace: 'icon-base' }
          : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: 'icon-base' }, ({ path }) => ({
        contents: `export { ${path} as default } from '${iconBase}';`,
        resolveDir: root,
      }));
    },
  };
}

/** What a plugin's browser half may not import, each with the reason and the way out. */
export function pluginBoundary(folder: string, { specifiers, copied }: Outside): Plugin {
  const refusal = ({ path, resolveDir }: OnResolveArgs): string | undefined => {
    if (path.startsWith('.') || path.startsWith('/')) {
      const target = join(path.startsWith('/') ? '/' : resolveDir, path);
      if (!within(folder, target))
        return `"${path}" lies outside the plugin. Plugins meet through a token, a slot, an event or a call.`;
      if (within(join(folder, 'server'), target))
        return `"${path}" is server code. Put what both halves need into shared/.`;
      return undefined;
    }
    if (path.startsWith('#'))
      return `"${path}" belongs to the host. A plugin knows only @sinter/sdk and its own folder.`;
    if (/^@sinter\/sdk\/(ui|i18n)\/host$/.test(path)) return `"${path}" is for the hosts alone.`;
    if (specifiers.has(path) || copied.has(path)) return undefined;
    if (/^@sinter\/sdk\/(server|testing|cli)/.test(path)) return `"${path}" does not run in a browser.`;
    if (path.startsWith('node:')) return `"${path}" does not run in a browser.`;
    if (/^antd\/(?!locale\/)/.test(path) || path.startsWith('@rc-component/'))
      return `"${path}" is inside antd. Import names from 'antd'.`;
    if (path === 'react-router-dom' || path === 'react-router')
      return `"${path}" is the host's. Use the SDK to navigate.`;
    return undefined;
  };
  const areas = new Set(copied.values());
  return {
    name: 'plugin-boundary',
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => {
        if (args.kind === 'entry-point' || args.importer.includes('node_modules') || args.namespace !== 'file')
          return undefined;
        if (areas.has(args.importer)) return undefined;
        const text = refusal(args);
        return text === undefined ? undefined : refuse(text);
      });
    },
  };
}

/** Parts of shared packages that hold data only, and may be in any bundle. */
const dataOnly = [
  /(^|\/)node_modules\/@ant-design\/icons\/es\/icons\//,
  /(^|\/)node_modules\/@ant-design\/icons-svg\//,
  /(^|\/)node_modules\/moment\/dist\/locale\//,
  /(^|\/)node_modules\/(antd|@rc-component\/[\w-]+)\/(.*\/)?locale\//,
];

const packageOf = (input: string): string | undefined =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1];

/** A second copy of a shared library would have its own state: its context, its store, its locale. */
export function assertSingleCopy(title: string, { files }: Bundle, { specifiers }: Outside): void {
  const sharedPackages = new Set(
    [...specifiers].map((specifier) => packageOf(`node_modules/${specifier}/`) ?? specifier),
  );
  for (const name of ['scheduler', 'dayjs', 'antd', 'stylis', 'reflect-metadata']) sharedPackages.add(name);
  const isShared = (name: string) => sharedPackages.has(name) || /^@(rc-component|ant-design)\//.test(name);
  for (const { inputs } of files) {
    for (const input of inputs) {
      const name = packageOf(input);
      if (name === undefined || !isShared(name)) continue;
      if (dataOnly.some((data) => data.test(input))) continue;
      const area = contractSpecifier(input);
      if (area !== undefined && !specifiers.has(area)) continue;
      throw new TaskError(`${title} contains ${input}: "${name}" is shared and may exist only once in a page.`);
    }
  }
}

/** esbuild does not look into external modules, and SystemJS gives `undefined` for a name that is not there. */
export function assertNamesExist(
  title: string,
  { names }: Bundle,
  exports: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const { specifier, name } of names) {
    const known = exports.get(specifier);
    if (known && !known.has(name)) {
      throw new TaskError(`${title} imports "${name}" from '${specifier}', which has no such export.`);
    }
  }
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { TaskError } from '../taskError.ts';

/**
 * The libraries that exist once in a page: specifier to the source of its module. Plugins, the SDK and the hosts
 * import them by these names and never contain them. Adding a name to a curated list is a change to the contract with
 * vendors and costs bytes on every screen that loads the library.
 */
export type SharedModules = Record<string, string>;

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/**
 * antd in groups that screens need together; one entry for each component would mean 80 requests at sign-in.
 * A name that is missing here is in `extra`.
 */
const antdGroups: Record<string, string[]> = {
  kernel: words('ConfigProvider theme Button Input Flex Space Spin Alert Divider'),
  shell: words(`App message notification Modal Layout Menu Dropdown Tooltip Popover Popconfirm
    Avatar Badge Breadcrumb Result Empty Skeleton Card Tag Row Col Grid`),
  choice: words('Select AutoComplete Checkbox Radio Switch Segmented InputNumber Pagination Form'),
  data: words('Table Tree List Listy'),
  detail: words('Tabs Descriptions Drawer Typography Steps Collapse Timeline Statistic Progress'),
  input: words('Upload TreeSelect Cascader Slider Rate Mentions Transfer ColorPicker'),
  date: words('DatePicker TimePicker Calendar'),
};

/** Names of antd that work against our rules (deprecated, or moved out of React's tree). */
const antdLeftOut = ['version', 'unstableSetRender'];

const rxjsNames = words(`
  Observable Subject BehaviorSubject ReplaySubject Subscription EMPTY NEVER of from fromEvent merge combineLatest
  concat defer race interval timer throwError forkJoin firstValueFrom lastValueFrom map filter switchMap mergeMap
  concatMap exhaustMap tap catchError finalize distinctUntilChanged debounceTime throttleTime auditTime scan reduce
  share shareReplay startWith endWith take takeUntil takeWhile first skip pairwise withLatestFrom retry repeat delay
  timeout TimeoutError bufferTime toArray ignoreElements`);

/**
 * zod without its JSON Schema half, its compiler and its languages: the server has those, no screen needs them.
 */
const zodLeftOut =
  /^(default|z|core|locales|toJSONSchema|fromJSONSchema|toZod|compile|withParser|deepPartial|ZodCompile\w+)$/;

const named = (names: string[], specifier: string) => `export { ${names.join(', ')} } from '${specifier}';`;
const all = (specifier: string) => `export * from '${specifier}';`;
const withDefault = (specifier: string) => `${all(specifier)} export { default } from '${specifier}';`;

const moduleKeys = (root: string, specifier: string): string[] => {
  const module: unknown = createRequire(join(root, 'package.json'))(specifier);
  return typeof module === 'object' && module !== null ? Object.keys(module) : [];
};

/** A CommonJS package has no named exports after bundling: list the keys of the real module. */
function commonJs(root: string, specifier: string): string {
  const own = moduleKeys(root, specifier).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default');
  return `import all from '${specifier}'; export default all; export const { ${own.join(', ')} } = all;`;
}

/** antd's names and their folders, from its barrel. */
export function antdComponents(root: string): Record<string, string> {
  const barrel = readFileSync(join(root, 'node_modules/antd/es/index.js'), 'utf8');
  const found = [...barrel.matchAll(/export \{ default as (\w+) \} from '\.\/([\w-]+)'/g)];
  return Object.fromEntries(
    found.flatMap(([, name, folder]) => (name && folder && !antdLeftOut.includes(name) ? [[name, folder]] : [])),
  );
}

/** Group of antd to the names that it holds. */
export function antdGroupNames(root: string): Record<string, string[]> {
  const components = antdComponents(root);
  const grouped = new Set(Object.values(antdGroups).flat());
  for (const name of grouped) {
    if (!components[name]) throw new TaskError(`scripts/build/shared.ts: antd has no "${name}".`);
  }
  return { ...antdGroups, extra: Object.keys(components).filter((name) => !grouped.has(name)) };
}

/** Libraries in the file of another that is never loaded without them. Their names do not collide. */
export const inFileOf: Record<string, string> = {
  'mobx-react-lite': 'mobx',
  'react-i18next': 'i18next',
  'single-spa-react': 'single-spa',
};

/** The part of `@ant-design/icons` that must exist once: icons read prefix and nonce from its context. */
export const iconBase = '@ant-design/icons/base';

export function sharedModules(root: string): SharedModules {
  const components = antdComponents(root);
  const modules: SharedModules = {
    react: commonJs(root, 'react'),
    'react/jsx-runtime': commonJs(root, 'react/jsx-runtime'),
    // With the client, so that both lie in one file.
    'react-dom': `import 'react-dom/client'; ${commonJs(root, 'react-dom')}`,
    'react-dom/client': commonJs(root, 'react-dom/client'),
    rxjs: named(rxjsNames, 'rxjs'),
    mobx: all('mobx'),
    'mobx-react-lite': all('mobx-react-lite'),
    formik: all('formik'),
    // The page's policy forbids the code that zod would otherwise generate for itself, and even trying to.
    zod: `import { config } from 'zod'; config({ jitless: true }); ${named(
      moduleKeys(root, 'zod').filter((name) => !zodLeftOut.test(name)),
      'zod',
    )}`,
    moment: `export { default } from 'moment';`,
    i18next: withDefault('i18next'),
    'react-i18next': named(['useTranslation', 'I18nextProvider', 'initReactI18next'], 'react-i18next'),
    tsyringe: `import 'reflect-metadata/lite'; ${all('tsyringe')}`,
    'single-spa': all('single-spa'),
    'single-spa-react': withDefault('single-spa-react'),
    [iconBase]: ['AntdIcon', 'AntdIconLight', 'Context']
      .map((name) => `export { default as ${name} } from '@ant-design/icons/es/components/${name}';`)
      .join('\n'),
  };
  for (const [guest, home] of Object.entries(inFileOf)) {
    modules[home] = `${modules[home]}\n${modules[guest]}`;
    delete modules[guest];
  }
  for (const [group, names] of Object.entries(antdGroupNames(root))) {
    const exported = names.map((name) => `export { default as ${name} } from 'antd/es/${components[name]}';`);
    const before =
      group === 'kernel' ? ['export { kept };', keep(names.map((name) => `antd/es/${components[name]}`))] : [];
    modules[`antd/${group}`] = [...before, ...exported].join('\n');
  }
  return modules;
}

/** A statement that keeps whole modules alive, used or not. */
const keep = (paths: string[]): string =>
  [
    ...paths.map((path, index) => `import * as kept${index} from '${path}';`),
    `const kept = Object.freeze([${paths.map((_, index) => `kept${index}`).join(', ')}]);`,
  ].join('\n');

/**
 * esbuild makes a chunk for every set of entries that share a module, which gives antd's groups fifty chunks, most of
 * them below 1 kB. Every group therefore holds all of the kernel, and every group but the kernel all of `small`: the
 * modules of the small chunks of a first build. So two files stand for all of those.
 */
export function withFewerChunks(modules: SharedModules, small: string[]): SharedModules {
  const changed: SharedModules = { ...modules, [smallParts]: keep(small) };
  for (const [specifier, text] of Object.entries(modules)) {
    if (!specifier.startsWith('antd/') || specifier === 'antd/kernel') continue;
    changed[specifier] = `import 'entry:antd/kernel'; import 'entry:${smallParts}'; ${text}`;
  }
  return changed;
}
export const smallParts = 'antd/small';

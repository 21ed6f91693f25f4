import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inc, lt } from 'semver';
import * as z from 'zod';
import { slashed } from '../build/project.ts';
import { callShapes } from './callShapes.ts';

/**
 * What vendors can import, as lines of text under each specifier: names with their types. Compared with the report of the last release, so that nobody takes
 * something away without knowing.
 */
export type ApiReport = ReadonlyMap<string, readonly string[]>;

interface Module {
  own: Map<string, string>;
  passedOn: { from: string; name: string; as: string }[];
  all: string[];
}

/** The compiler writes each declaration from the first column on; what belongs to it is indented. */
function readModule(file: string): Module {
  const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const statements = code.split(/\n(?=(?:export|import|declare|interface|type)\b)/).map((one) => one.trim());
  const module: Module = { own: new Map(), passedOn: [], all: [] };
  const target = (specifier: string) => slashed(join(dirname(file), specifier)).replace(/\.js$/, '.d.ts');
  for (const statement of statements) {
    const star = /^export \* from '(\..+?)';/.exec(statement);
    const list = /^export (?:type )?\{([\s\S]*?)\} from '(.+?)';/.exec(statement);
    const declared = /^export (?:declare )?(?:abstract )?(?:const|let|function|class|interface|type|enum) (\w+)/.exec(
      statement,
    );
    if (star) module.all.push(target(star[1] ?? ''));
    else if (list) {
      for (const part of (list[1] ?? '').split(',')) {
        const [name = '', as = name] = part
          .trim()
          .replace(/^type /, '')
          .split(/\s+as\s+/);
        if (name !== '') module.passedOn.push({ from: target(list[2] ?? ''), name, as });
      }
    } else if (declared) {
      const name = declared[1] ?? '';
      const text = statement.replace(/^export (?:declare )?/, '').replace(/[ \t]*\n\s*/g, '\n');
      module.own.set(name, [...(module.own.has(name) ? [module.own.get(name) ?? ''] : []), text].join('\n'));
    }
  }
  return module;
}

function namesOf(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map();
  const { own, passedOn, all } = readModule(file);
  const names = new Map(all.flatMap((from) => [...namesOf(from)]));
  for (const { from, name, as } of passedOn) names.set(as, namesOf(from).get(name) ?? `${name} of a library`);
  for (const [name, text] of own) names.set(name, text);
  return names;
}

const isArea = (file: string): boolean => /^contract\/[^/]+\//.test(file);

/** Areas of the contract hold schemas by the thousand: their names are kept, and what calls make of them (`callShapes.ts`). */
const kindOnly = (file: string, text: string) =>
  isArea(file) ? (/^(const \w+: (?:\w+|import\("[^"]+"\)\.\w+)|\w+ \w+)/.exec(text)?.[1] ?? text) : text;

/** Reads the report out of a folder that holds the published SDK. */
export async function apiReport(folder: string): Promise<ApiReport> {
  const inOrder = (one: [string, string], other: [string, string]) => (one[0] < other[0] ? -1 : 1);
  const specifiers = publishedSpecifiers(folder).sort(inOrder);
  const shapes = await callShapes(
    folder,
    specifiers.map(([, file]) => file).filter((file) => file.startsWith('contract/')),
  );
  return new Map(
    specifiers
      .map(([specifier, file]): [string, string[]] => {
        const names = [...namesOf(slashed(join(folder, file)))].sort(inOrder);
        const lines = names.flatMap(([, text]) => kindOnly(file, text).split('\n'));
        return [specifier, isArea(file) ? [...lines, ...(shapes.get(file) ?? [])] : lines];
      })
      .filter(([, lines]) => lines.length > 0),
  );
}

const manifestSchema = z.object({
  exports: z.record(z.string(), z.union([z.string(), z.object({ types: z.string() })])),
});

/** Every specifier of the published package to its declarations. */
function publishedSpecifiers(folder: string): [specifier: string, file: string][] {
  const { exports } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(slashed);
  return Object.entries(exports).flatMap(([name, target]): [string, string][] => {
    if (typeof target === 'string') return [];
    const file = target.types.slice(2);
    const specifier = `@sinter/sdk${name.slice(1)}`;
    const [before = '', after] = file.split('*');
    if (after === undefined) return [[specifier, file]];
    return files
      .filter((one) => one.startsWith(before) && one.endsWith(after))
      .map((one) => [specifier.replace('*', one.slice(before.length, -after.length)), one]);
  });
}

const fence = '```';
export const reportText = (version: string, report: ApiReport): string =>
  [
    `# What @sinter/sdk ${version} exports\n`,
    'Written by `npm run sdk:pack -- --report` with each release, and what every later change is compared with.\n',
    ...[...report].map(([specifier, lines]) => `## ${specifier}\n\n${fence}text\n${lines.join('\n')}\n${fence}\n`),
  ].join('\n');

export function readReport(text: string): { version: string; report: ApiReport } {
  const version = /^# What @sinter\/sdk (\S+) exports/.exec(text)?.[1] ?? '';
  const sections = text.matchAll(/^## (\S+)\n\n```text\n([\s\S]*?)\n```$/gm);
  return { version, report: new Map([...sections].map(([, name = '', lines = '']) => [name, lines.split('\n')])) };
}

/** What the SDK of `version` may not have, compared with the last release: sentences for whoever changed it. */
export function wrongSince(before: { version: string; report: ApiReport }, version: string, now: ApiReport): string[] {
  const lack = (one: ApiReport, other: ApiReport) =>
    [...one].flatMap(([specifier, lines]) => {
      const left = new Map<string, number>();
      for (const line of other.get(specifier) ?? []) left.set(line, (left.get(line) ?? 0) + 1);
      return lines.flatMap((line) => {
        const count = left.get(line) ?? 0;
        left.set(line, count - 1);
        return count > 0 ? [] : [`${specifier}: ${line}`];
      });
    });
  const released = inc(before.version, 'major');
  const minor = inc(before.version, 'minor');
  const taken = released !== null && lt(version, released) ? lack(before.report, now) : [];
  const added = minor !== null && lt(version, minor) ? lack(now, before.report) : [];
  return [
    ...taken.map(
      (line) =>
        `${line}\n  was in ${before.version}: vendors may use it. Keep it, or make the SDK's version ${released}.`,
    ),
    ...added.map((line) => `${line}\n  was not in ${before.version}. Make the SDK's version ${minor}.`),
  ];
}

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { type Descriptor, descriptorSchema } from '../../registry/descriptor.ts';
import { languageOf } from '../../registry/packages.ts';
import { satisfies } from '../../registry/versions.ts';
import { BuildFailed } from '../../scripts/build/bundle.ts';
import { bundlePlugin } from '../../scripts/build/pluginBuild.ts';
import { slashed } from '../../scripts/build/project.ts';
import { TaskError } from '../../scripts/taskError.ts';
import type { Kit } from './kit.ts';
import { rules } from './rules/index.ts';
import type { Problem, Subject } from './rules/rule.ts';
import { type Source, readSource, sourceTexts } from './source.ts';

/** A problem with the rule that found it. */
export interface Finding extends Problem {
  rule: string;
}

const textsSchema = z.record(z.string(), z.string());

/** Reads a JSON file of the plugin; what is wrong with it is a finding of `rule`. */
function readJson<T extends z.ZodType>(
  folder: string,
  file: string,
  schema: T,
  rule: string,
): { value: z.output<T> } | { findings: Finding[] } {
  const wrong = (text: string, mend: string) => ({ findings: [{ rule, file, text, mend }] });
  const path = join(folder, file);
  if (!existsSync(path)) return wrong('There is no such file.', 'Write it: sinter-plugin create makes one that works.');
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return wrong(
      `It is no JSON: ${error instanceof Error ? error.message : String(error)}`,
      'Mend the place that is named.',
    );
  }
  const read = schema.safeParse(json);
  if (read.success) return { value: read.data };
  return {
    findings: read.error.issues.map(({ path: at, message }) => ({
      rule,
      file,
      text: `${at.map(String).join('.') || 'The file'}: ${message}.`,
      mend:
        rule === 'descriptor'
          ? 'plugin.schema.json of the SDK says what may stand there; editors show it.'
          : 'A file of texts is an object of keys and texts.',
    })),
  };
}

/** `plugin.json`, and what is wrong with it. */
export function checkDescriptor(folder: string, kit: Kit): { findings: Finding[]; descriptor?: Descriptor } {
  const read = readJson(folder, 'plugin.json', descriptorSchema, 'descriptor');
  if ('findings' in read) return read;
  const descriptor = read.value;
  const findings: Finding[] = [];
  if (!satisfies(kit.version, descriptor.sdk))
    findings.push({
      rule: 'descriptor',
      file: 'plugin.json',
      text: `"sdk": "${descriptor.sdk}" leaves out the SDK that is installed here, ${kit.version}.`,
      mend: `Write "^${kit.version}", or install the SDK that you mean.`,
    });
  return { findings, descriptor };
}

/** The files of texts, by language, and what is wrong with them. */
export function checkLocales(folder: string): { findings: Finding[]; locales: Map<string, Record<string, string>> } {
  const findings: Finding[] = [];
  const locales = new Map<string, Record<string, string>>();
  const files = existsSync(join(folder, 'locales')) ? readdirSync(join(folder, 'locales')) : [];
  for (const file of files.map((name) => `locales/${name}`)) {
    const language = languageOf(file);
    if (language === undefined) {
      const mend = 'Name it after the language: en_US.json.';
      findings.push({ rule: 'texts', file, text: 'The name is no language, so nobody reads it.', mend });
      continue;
    }
    const texts = readJson(folder, file, textsSchema, 'texts');
    if ('findings' in texts) findings.push(...texts.findings);
    else locales.set(language, texts.value);
  }
  return { findings, locales };
}

/** Why the sources cannot be built, by place. Throws what is no fault of the sources. */
export function buildFindings(error: unknown, { folder, project }: Pick<Source, 'folder' | 'project'>): Finding[] {
  if (!(error instanceof TaskError)) throw error;
  const mend = 'Mend what is named; docs/rules/build.md says what a plugin may import.';
  if (!(error instanceof BuildFailed)) return [{ rule: 'build', file: 'client/', text: error.message, mend }];
  return error.places.map(({ file, line, text }) => ({
    rule: 'build',
    file: file === undefined ? 'client/' : slashed(relative(folder, join(project.root, file))),
    ...(line !== undefined && { line }),
    text,
    mend,
  }));
}

/** Everything that a reviewer would find without opening a browser. Also answers what the browser's rules need. */
export async function checkSources(folder: string, kit: Kit): Promise<{ findings: Finding[]; subject?: Subject }> {
  const { descriptor, findings } = checkDescriptor(folder, kit);
  if (!descriptor) return { findings };
  const { locales, findings: ofLocales } = checkLocales(folder);
  findings.push(...ofLocales);
  const source = readSource(folder, kit);
  const { client } = source.plugin;
  if (client === undefined) return { findings: [...findings, noClient] };
  try {
    const { project, plugin, barrels, names } = source;
    const bundle = await bundlePlugin(project, { ...plugin, client }, barrels, names);
    const subject = { kit, source, descriptor, locales, bundle, texts: sourceTexts(source.folder) };
    for (const { id, check } of rules) {
      findings.push(...(await check(subject)).map((problem) => ({ rule: id, ...problem })));
    }
    return { findings, subject };
  } catch (error) {
    return { findings: [...findings, ...buildFindings(error, source)] };
  }
}

export const noClient: Finding = {
  rule: 'build',
  file: 'client/',
  text: 'There is no client/index.ts.',
  mend: 'Write it; its default export is definePlugin({ … }).',
};

/** As it is printed: place, rule, what is wrong and what to do. */
export const inWords = ({ file, line, rule, text, mend }: Finding): string =>
  `${file}${line === undefined ? '' : `:${line}`}  [${rule}]\n  ${text}\n  ${mend}\n  More: node_modules/@sinter/sdk/docs/rules/${rule}.md`;

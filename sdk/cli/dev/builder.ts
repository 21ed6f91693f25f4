import { readPlugin } from '../../../scripts/build/project.ts';
import { buildFindings, checkDescriptor, checkLocales, noClient, type Finding } from '../check.ts';
import type { Kit } from '../kit.ts';
import { build, type Packed } from '../pack.ts';
import { readSource } from '../source.ts';

/** What a package is made from; the rest of the folder changes nothing. */
export const isSource = (file: string): boolean =>
  /^(plugin\.json$|client\/|shared\/|locales\/)/.test(file) && !/\.test\.[jt]sx?$/.test(file);

/** Builds what is there at the moment, as `pack` does, or says what is wrong with it. Libraries are looked for once. */
export function createBuilder(folder: string, kit: Kit): () => Promise<Packed | { findings: Finding[] }> {
  const source = readSource(folder, kit);
  return async () => {
    const { descriptor, findings } = checkDescriptor(folder, kit);
    findings.push(...checkLocales(folder).findings);
    if (!descriptor || findings.length > 0) return { findings };
    try {
      const plugin = readPlugin(source.folder);
      if (plugin.client === undefined) return { findings: [noClient] };
      return await build({ ...source, plugin, project: { ...source.project, plugins: [plugin], dev: true } });
    } catch (error) {
      return { findings: buildFindings(error, source) };
    }
  };
}

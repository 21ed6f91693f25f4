import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installOutside } from '../../scripts/sdk/outside.ts';

/** A vendor's folder outside the repository, where nothing is known but the tarball of the SDK. */
export interface VendorFolder {
  folder: string;
  /** Unpacks the SDK into a folder within it, where `npm install` would. */
  installSdk(within: string): void;
  /** Runs `sinter-plugin`, as npx does in a folder within it, and answers what it has said. Fails when it fails. */
  tool(within: string, args: readonly string[], env?: Readonly<Record<string, string>>): string;
  remove(): void;
}

function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const { NODE_ENV: _, NODE_OPTIONS: __, FORCE_COLOR: ___, ...own } = process.env;
  const options = { cwd, encoding: 'utf8', env: { ...own, NO_COLOR: '1', ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}.\n${stdout}${stderr}`);
  return stdout.trim();
}

export function vendorFolder(): VendorFolder {
  const root = process.cwd();
  const packed = run(root, ['scripts/run.mjs', 'sdk-pack']).split('\n').at(-1) ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'sinter-vendor-'));
  // Where npx would have the tool.
  installOutside(join(folder, 'npx'), packed, root);
  const toolOf = (place: string) => join(folder, place, 'node_modules/@sinter/sdk/cli/sinter-plugin.mjs');
  return {
    folder,
    installSdk: (within) => installOutside(join(folder, within), packed, root),
    tool: (within, args, env) => {
      const own = toolOf(within);
      return run(join(folder, within), [existsSync(own) ? own : toolOf('npx'), ...args], env);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The examples of the documentation, built and signed as a vendor would, by the name of their folder. */
export function packExamples(vendor: VendorFolder, names: readonly string[]) {
  vendor.installSdk('.');
  cpSync(join(vendor.folder, 'node_modules/@sinter/sdk/docs/examples'), vendor.folder, { recursive: true });
  const toolOf = (args: readonly string[]) => vendor.tool('.', args);
  toolOf(['keygen', 'publisher.key']);
  const packages = names.map((name) => {
    const file = toolOf(['pack', name]);
    toolOf(['sign', file, '--key', 'publisher.key']);
    return Uint8Array.from(readFileSync(file));
  });
  return { packages, publicKey: readFileSync(join(vendor.folder, 'publisher.key.pub'), 'utf8').trim() };
}

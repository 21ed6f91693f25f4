/**
 * `node scripts/run.mjs <task> [arguments]`: the way into every task of the project. Plain JavaScript, so that it runs
 * before anything is installed; it installs what is missing, bundles `scripts/<task>.ts` and calls its default export.
 *
 * `start` with a fresh build skips all of that and imports the server at once: a restart costs little more than node.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const stampFile = '.build/stamp';
const builtFrom = ['sdk', 'registry', 'host', 'plugins', 'scripts'];
const builtFromFiles = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** Changes when a source file is added, removed, renamed or edited. About 10 ms for a thousand files. */
function sourceStamp() {
  let count = 0;
  let newest = 0;
  let size = 0;
  const take = (path) => {
    const { mtimeMs, size: bytes } = statSync(path);
    count += 1;
    size += bytes;
    if (mtimeMs > newest) newest = mtimeMs;
  };
  const walk = (folder) => {
    if (!existsSync(folder)) return;
    newest = Math.max(newest, statSync(folder).mtimeMs);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') walk(`${folder}/${entry.name}`);
      } else take(`${folder}/${entry.name}`);
    }
  };
  builtFrom.forEach(walk);
  builtFromFiles.forEach(take);
  return `${process.version} ${count} ${size} ${newest}`;
}

const isFresh = (stamp) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
const isInstalled = () => {
  const installed = statSync('node_modules/.package-lock.json', { throwIfNoEntry: false });
  return installed !== undefined && installed.mtimeMs >= statSync('package-lock.json').mtimeMs;
};

async function install() {
  const { spawnSync } = await import('node:child_process');
  console.log('Installing packages (npm ci): only the first time and after an update, usually under a minute.');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm ci failed; see its messages above.');
}

/** The SDK is TypeScript in this repository, which node cannot import: it is bundled, unlike a package. */
const workspace = {
  name: 'workspace',
  setup(build) {
    build.onResolve({ filter: /^@sinter\/sdk/ }, ({ path }) => ({ path: fileURLToPath(import.meta.resolve(path)) }));
  },
};

async function runTask(task, args) {
  const entry = `scripts/${task}.ts`;
  if (!existsSync(entry)) throw new Error(`There is no task "${task}": ${entry} does not exist.`);
  const { build } = await import('esbuild');
  const outfile = `.build/scripts/${task}.mjs`;
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    plugins: [workspace],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  const { default: run } = await import(`../${outfile}`);
  await run(args);
}

/** Tasks that the built server brings, for its operator. */
const operatorTasks = ['demo', 'setup', 'backup', 'restore', 'rotate-key'];

async function buildIfStale() {
  if (isFresh(sourceStamp())) return;
  console.log('Building the application: only the first time and after an update, usually 10 to 30 seconds.');
  await buildAndStamp([]);
}

/** Builds, and remembers what was built from: an edit made during the build makes the next start build again. */
async function buildAndStamp(args) {
  const stamp = sourceStamp();
  await runTask('build', args);
  mkdirSync('.build', { recursive: true });
  writeFileSync(stampFile, stamp);
}

async function main([task = 'start', ...args]) {
  if (!isInstalled()) await install();
  if (task === 'start') {
    await buildIfStale();
    const { start } = await import('../.build/server/main.mjs');
    const server = await start({ args, dev: false });
    const stop = () => server.stop().then(() => process.exit(0));
    process.once('SIGINT', stop).once('SIGTERM', stop);
  } else if (operatorTasks.includes(task)) {
    await buildIfStale();
    const { command } = await import('../.build/server/commands.mjs');
    await command(task, args);
  } else if (task === 'build') {
    await buildAndStamp(args);
  } else {
    await runTask(task, args);
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Error && error.name === 'TaskError' ? error.message : error);
  process.exit(1);
});

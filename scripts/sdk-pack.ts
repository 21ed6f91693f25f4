import { join } from 'node:path';
import { tarball, writePublishedSdk } from './sdk/pack.ts';

/** `npm run sdk:pack`: the SDK and its tool for vendors, as a tarball in `.build/sdk/`. */
export default async function run(): Promise<void> {
  const out = join(process.cwd(), '.build/sdk');
  await writePublishedSdk(process.cwd(), join(out, 'package'));
  console.log(tarball(join(out, 'package'), out));
}

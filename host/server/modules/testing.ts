import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packageFilesOf } from '#registry/packages';
import { keyIdOf, publicKeyText, signPackage } from '#registry/signing';
import { buildKeyFile } from './builtPackages.ts';
import { webBuildSchema } from './buildOutput.ts';

/** For tests that write a build by hand: signs its plugins with a new key, as the build would. */
export async function signBuild(webDir: string): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const text = publicKeyText(publicKey);
  await mkdir(dirname(buildKeyFile(webDir)), { recursive: true });
  await writeFile(buildKeyFile(webDir), text);
  const { plugins } = webBuildSchema.parse(JSON.parse(await readFile(join(webDir, 'index.json'), 'utf8')));
  for (const folder of Object.values(plugins)) {
    const files = packageFilesOf(JSON.parse(await readFile(join(webDir, folder, 'files.json'), 'utf8')));
    if (!files) throw new Error(`${folder}/files.json is not a list of files.`);
    const signature = signPackage(files, keyIdOf(text), privateKey);
    await writeFile(join(webDir, folder, 'signature.json'), JSON.stringify(signature));
  }
}

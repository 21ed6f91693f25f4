import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import type { Descriptor } from '../../../registry/descriptor.ts';
import { writePackageFile } from '../../../registry/packageFile.ts';
import { keyIdOf, publicKeyText, signPackage } from '../../../registry/signing.ts';
import {
  type localProblemSchema,
  sendLocalBuild,
  startLocalBuild,
  tellLocalBuild,
} from '../../contract/host/localBuilds.ts';
import type { Finding } from '../check.ts';
import type { Packed } from '../pack.ts';
import { ask, Refused, type Server } from '../server.ts';

type Problem = z.infer<typeof localProblemSchema>;
const reportSchema = z.object({
  report: z.array(z.object({ level: z.string(), file: z.string(), message: z.string() })),
});
const mostProblems = 20;
/** What is wrong with the package, and not with the way to the server. */
const ofPackage: ReadonlySet<string> = new Set(['INVALID_INPUT', 'TOO_LARGE']);
const refused = (file: string, text: string): Finding => ({
  rule: 'server',
  file,
  text,
  mend: 'Mend it: the server would refuse the package too.',
});

/** What the server knows of this run of the tool. Its builds are signed with a key that nobody else has and that is never stored. */
export class LocalBuild {
  readonly id: string;
  readonly #server: Server;
  readonly #key: KeyObject;
  readonly #keyId: string;
  #problems: Problem[] = [];
  /** Built, and not yet taken by the server. */
  #unsent: Packed | null = null;

  private constructor(id: string, server: Server, key: KeyObject, keyId: string) {
    this.id = id;
    this.#server = server;
    this.#key = key;
    this.#keyId = keyId;
  }

  static async start(
    server: Server,
    { id: pluginId, title }: Pick<Descriptor, 'id' | 'title'>,
    tier: 'page' | 'frame',
  ): Promise<LocalBuild> {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const text = publicKeyText(publicKey);
    const answer = await ask(server, startLocalBuild, startLocalBuild.path, { pluginId, title, publicKey: text, tier });
    return new LocalBuild(startLocalBuild.response.parse(answer).id, server, privateKey, keyIdOf(text));
  }

  /** Answers what the server found, as lines. What keeps it from being loaded is a problem that the tab shows too. */
  async send(packed: Packed): Promise<string> {
    this.#unsent = packed;
    const { list, files } = packed;
    const bytes = writePackageFile({
      files: list,
      signature: signPackage(list, this.#keyId, this.#key),
      contents: files,
    });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), `${list.id}.sinterplugin`);
    const answer = await ask(this.#server, sendLocalBuild, this.#path(sendLocalBuild.path), form).catch(
      async (error: unknown) => {
        if (error instanceof Refused && ofPackage.has(error.code)) {
          await this.fail([refused('plugin.json', error.message)]);
        }
        throw error;
      },
    );
    this.#unsent = null;
    const { report } = reportSchema.parse(answer);
    const errors = report.filter(({ level }) => level === 'ERROR');
    if (errors.length > 0) await this.fail(errors.map(({ file, message }) => refused(file, message)));
    else this.#problems = [];
    return report.map(({ level, file, message }) => `\n  ${level}  ${file}  ${message}`).join('');
  }

  async fail(findings: readonly Finding[]): Promise<void> {
    this.#unsent = null;
    this.#problems = findings.slice(0, mostProblems).map(({ file, line, rule, text, mend }) => ({
      file: file.slice(0, 300),
      line: line ?? null,
      rule,
      text: text.slice(0, 1000),
      mend: mend.slice(0, 1000),
    }));
    await this.#tell(true);
  }

  /** Says that the tool is there. Answers whether a tab shows the build. */
  async beat(): Promise<boolean> {
    if (this.#unsent) await this.send(this.#unsent);
    return this.#tell(true);
  }

  async end(): Promise<void> {
    await this.#tell(false);
  }

  async #tell(watching: boolean): Promise<boolean> {
    const path = this.#path(tellLocalBuild.path);
    const answer = await ask(this.#server, tellLocalBuild, path, { watching, problems: this.#problems });
    return tellLocalBuild.response.parse(answer).loaded;
  }

  #path(path: string): string {
    return path.replace('{id}', this.id);
  }
}

import type { Verifier } from './verifier.ts';

export interface Terminal {
  args: readonly string[];
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  say(line: string): void;
}

/** Runs in the command that people keep: like `passportVerifier`, it is taken by its text. Answers its exit code. */
export async function verifyCommand(verifier: Verifier, { args, read, say }: Terminal): Promise<number> {
  const at = args.indexOf('--key');
  const key = at < 0 ? null : (args[at + 1] ?? '').toLowerCase().replace(/[^0-9a-f]/g, '');
  const files = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
  if (files.length === 0 || key === '') {
    say('Usage: node verify-passport.mjs <passport.json> ... [--key <fingerprint>]');
    say('Verifies that nothing was changed since it was signed, and with --key by whom. Exit code 0: all verified.');
    return 2;
  }
  let code = 0;
  for (const path of files) {
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = await read(path);
    } catch (error) {
      say(`${path}: cannot be read (${error instanceof Error ? error.message : String(error)})`);
      code = 1;
      continue;
    }
    const verdict = await verifier.verify(bytes);
    if (!verdict.ok) {
      const faults = {
        FORM: 'this is not a passport',
        SIGNATURE: 'the signature does not fit',
        HEAD: 'the head was altered',
        ENTRY: 'an entry was altered',
      };
      say(`${path}: NOT VERIFIED, ${faults[verdict.fault]}`);
      say(`  line ${verdict.line}${verdict.entry === '' ? '' : `, entry "${verdict.entry}"`}`);
      code = 1;
      continue;
    }
    const { head, entries, keyId, publicKey } = verdict;
    if (key !== null && key !== keyId && key !== publicKey) {
      say(`${path}: NOT VERIFIED, signed with another key`);
      say(`  key ${keyId}`);
      code = 1;
      continue;
    }
    const left = entries.filter((entry) => !('content' in entry)).map(({ name }) => name);
    say(`${path}: verified`);
    say(`  lot ${String(head['lot'])}, version ${String(head['version'])}, issued ${String(head['issuedAt'])}`);
    say(`  by ${String(head['enterprise'])}, as the file says`);
    say(`  ${entries.length} entries, ${left.length === 0 ? 'none left out' : `left out: ${left.join(', ')}`}`);
    say(`  key ${keyId}`);
    if (key === null) {
      const published = head['keyAt'];
      const where = typeof published === 'string' ? `: ${published}` : '';
      say(`  compare it with the key that the manufacturer publishes${where}, or give it with --key`);
    }
  }
  return code;
}

import { Readable } from 'node:stream';
import type { Sentence } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { readPassportVerifier } from '@sinter/sdk/contract/quality/passport';
import { documentLanguage, documents, type CallContext, type DocumentWords, type FileReply } from '@sinter/sdk/server';
import { passportVerifier } from '../../shared/passport/verifier.ts';
import { verifyCommand } from '../../shared/passport/verifyCommand.ts';
import { verifyPage, type PageTexts } from '../../shared/passport/verifyPage.ts';
import { say } from '../texts.ts';

/** The command: one file that node runs as it is. */
export const commandText = (): string => `#!/usr/bin/env node
// Verifies part passports without the server that issued them. Needs Node 20 or newer, and nothing else.
import { readFile } from 'node:fs/promises';
const verifier = (${passportVerifier.toString()})();
const command = ${verifyCommand.toString()};
const read = async (path) => new Uint8Array(await readFile(path));
process.exitCode = await command(verifier, { args: process.argv.slice(2), read, say: console.log });
`;

/** As it stands in a page: nothing in it ends the element that it is in. */
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
label { display: block; margin-block: 1rem; font-weight: 600; }
input { display: block; width: 100%; box-sizing: border-box; margin-top: .25rem; padding: .75rem; font: inherit; }
input[type=file] { border: 2px dashed currentColor; border-radius: .5rem; padding: 1.5rem .75rem; }
#result > div { border-inline-start: .4rem solid; padding: .25rem 1rem; }
#result > .good { border-color: #15803d; } #result > .bad { border-color: #dc2626; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
summary { cursor: pointer; padding-block: .5rem; } pre { overflow: auto; }
`;

/** One page without anything from elsewhere: its policy forbids the network altogether. */
export function pageText(words: DocumentWords): string {
  const text = (sentence: Sentence): string => words.say(sentence);
  const texts: PageTexts = {
    checking: text(say('verifyChecking')),
    verified: text(say('verifyGood')),
    verifiedText: text(say('verifyGoodText')),
    keyMatches: text(say('verifyKeyMatches')),
    keyDiffers: text(say('verifyKeyDiffers')),
    keyUnknown: text(say('verifyKeyUnknown')),
    notVerified: text(say('verifyBad')),
    faults: {
      FORM: text(say('verifyForm')),
      SIGNATURE: text(say('verifySignature')),
      HEAD: text(say('verifyHead')),
      ENTRY: text(say('verifyEntry')),
    },
    line: text(say('verifyLine')),
    entry: text(say('verifySection')),
    unsupported: text(say('verifyUnsupported')),
    unreadable: text(say('verifyUnreadable')),
    leftOut: text(say('verifyLeftOut')),
    enterprise: text(say('verifyEnterprise')),
    lot: text(say('lot')),
    version: text(say('verifyVersion')),
    issuedAt: text(say('verifyIssued')),
    key: text(say('verifyKey')),
    published: text(say('verifyPublished')),
    contents: text(say('verifyContents')),
  };
  const direction = words.language === 'ar_SA' ? 'rtl' : 'ltr';
  return `<!doctype html>
<html lang="${words.locale}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>${escaped(text(say('verifyTitle')))}</title>
<style>${style}</style>
<h1>${escaped(text(say('verifyTitle')))}</h1>
<p>${escaped(text(say('verifyIntro')))}</p>
<ul>
<li>${escaped(text(say('verifyProves')))}</li>
<li>${escaped(text(say('verifyProvesNot')))}</li>
</ul>
<label>${escaped(text(say('verifyFile')))}<input id="file" type="file" accept=".json,application/json"></label>
<label>${escaped(text(say('verifyExpected')))}<input id="key" type="text" dir="ltr" autocomplete="off" spellcheck="false"></label>
<div id="result" role="status"></div>
<script>
(${verifyPage.toString()})((${passportVerifier.toString()})(), ${embedded(texts)});
</script>
</html>
`;
}

export async function verifierFile(
  context: CallContext,
  { params: { form }, query }: CallArguments<typeof readPassportVerifier>,
): Promise<FileReply> {
  const words = await context.get(documents).words(documentLanguage(query.language));
  const bytes = Buffer.from(form === 'page' ? pageText(words) : commandText());
  return {
    stream: Readable.from([bytes]),
    contentType: form === 'page' ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8',
    size: bytes.length,
    downloadName: form === 'page' ? 'verify-passport.html' : 'verify-passport.mjs',
    cache: 'no-store',
  };
}

import * as calls from '@sinter/sdk/contract/quality/passport';
import type { ServerHost } from '@sinter/sdk/server';
import { passportFile } from './files.ts';
import { key, keys, rotate } from './keys.ts';
import { issue, ofOrder, page, search } from './read.ts';
import { verifierFile } from './verifierFiles.ts';

export function handlePassports(server: ServerHost): void {
  server.handle(calls.searchPassports, search);
  server.handle(calls.readPassport, page);
  server.handle(calls.issuePassport, issue);
  server.handle(calls.readPassportFile, passportFile);
  server.handle(calls.listOrderPassports, ofOrder);
  server.handle(calls.readPassportKey, key);
  server.handle(calls.listPassportKeys, keys);
  server.handle(calls.rotatePassportKey, rotate);
  server.handle(calls.readPassportVerifier, verifierFile);
}

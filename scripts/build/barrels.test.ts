import { expect, it } from 'vitest';
import { withoutSummaries } from './barrels.ts';

it('what a call is for is left out of the contract that browsers load, and nothing else', () => {
  const source = [
    "export const read = defineCall({\n  id: 'x',\n  summary: 'The caller\\'s “keys”.',\n  method: 'GET',",
    'export const add = defineCall({\n  summary:\n    "Adds one; the caller\'s own stays.",\n  guard,',
    'interface Call {\n  summary: string;',
  ].join('\n');
  expect(withoutSummaries('/sdk/contract/host/keys.ts', source)).toBe(
    [
      "export const read = defineCall({\n  id: 'x',\n  summary: '',\n  method: 'GET',",
      "export const add = defineCall({\n  summary:\n    '',\n  guard,",
      'interface Call {\n  summary: string;',
    ].join('\n'),
  );
  expect(withoutSummaries('/plugins/orders/client/Summary.tsx', source)).toBe(source);
});

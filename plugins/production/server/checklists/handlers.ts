import * as contract from '@sinter/sdk/contract/production/checklists';
import { gates } from '@sinter/sdk/contract/production/askGates';
import { settingKinds, type ServerHost } from '@sinter/sdk/server';
import { answer, override, read } from './answer.ts';
import { answered } from './answered.ts';
import { checklistGates } from './gates.ts';
import { checklists } from './kind.ts';
import { add, list, turn } from './lists.ts';
import { uses } from './uses.ts';

export function handleChecklists(server: ServerHost): void {
  server.contribute(settingKinds, checklists);
  server.contribute(gates, checklistGates);
  server.handle(contract.listChecklists, list);
  server.handle(contract.addChecklist, add);
  server.handle(contract.switchChecklist, turn);
  server.handle(contract.listChecklistUses, uses);
  server.handle(contract.listAnswered, answered);
  server.handle(contract.readGate, read);
  server.handle(contract.answerGate, answer);
  server.handle(contract.overrideGate, override);
}

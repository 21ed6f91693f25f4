import * as capas from '@sinter/sdk/contract/quality/capas';
import { auditNames, guestTaskKinds, noticeKinds, type ServerHost } from '@sinter/sdk/server';
import { sql, type SqlBool } from 'kysely';
import { capaClock, onClock } from './clock.ts';
import { fire } from './fire.ts';
import { supplierTask } from './guest.ts';
import { capaNotices } from './notices.ts';
import { people } from './people.ts';
import { detail, list, search, summary } from './read.ts';
import { add, endLink, finish, link, remove as removeTask, update as updateTask } from './tasks.ts';
import { create, linkNcr, remove, update } from './write.ts';

/** Corrective and preventive actions. */
export function handleCapas(server: ServerHost): void {
  server.contribute(noticeKinds, Object.values(capaNotices));
  server.contribute(guestTaskKinds, supplierTask);
  server.contribute(auditNames, {
    kinds: ['CAPA'],
    names: (_db, _kind, ids) => Promise.resolve(new Map(ids.map((id) => [id, `#${id}`]))),
    called: (_kind, id, { number }) => sql<SqlBool>`${id} = ${number}`,
  });
  server.job(capaClock, onClock);
  server.handle(capas.listCapas, list);
  server.handle(capas.searchCapas, search);
  server.handle(capas.capaSummary, summary);
  server.handle(capas.readCapa, (context, { params }) => detail(context, params.id));
  server.handle(capas.capaPeople, people);
  server.handle(capas.createCapa, create);
  server.handle(capas.updateCapa, update);
  server.handle(capas.removeCapa, remove);
  server.handle(capas.fireCapa, fire);
  server.handle(capas.linkCapaNcr, linkNcr);
  server.handle(capas.addCapaTask, add);
  server.handle(capas.updateCapaTask, updateTask);
  server.handle(capas.removeCapaTask, removeTask);
  server.handle(capas.finishCapaTask, finish);
  server.handle(capas.linkCapaTask, link);
  server.handle(capas.endCapaTaskLink, endLink);
}

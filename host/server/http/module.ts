import { tellNode } from '../events/hearing.ts';
import { fileStore } from '../files/store.ts';
import { defineHostModule, housekeeping } from '../hostModule.ts';
import { programLog } from '../log.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { registeredNames } from '../registered.ts';
import { sealing } from '../secrets/secrets.ts';
import {
  createContexts,
  type ContextsParts,
  createPersonContexts,
  personContexts,
  requestContexts,
} from './context.ts';
import { callHandlers, Handlers } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';
import * as replies from './migrations/002_replies.ts';
import { noticeWriter } from '../work/work.ts';
import { createRateLimiter, rateLimiter } from './rateLimit.ts';
import { createReplies, keptReplies } from './replies.ts';
import { answerObserver, createHttpServer, httpServer, type Observer } from './server.ts';
import { listeningAt, siteAddress } from './site.ts';
import { roomDb } from './tables.ts';
import { callTurns, Turns } from './turns.ts';

export const httpModule = defineHostModule({
  id: 'http',
  migrations: { '001_tables': tables, '002_replies': replies },
  setup(host) {
    const { db, log, get, all } = host;
    const { publicUrl, port, maxUploadBytes, trustedProxies } = get(nodeSettings);
    let observers: readonly Observer[] | undefined;
    const everybody = () => (observers ??= all(answerObserver));
    const observer: Observer = {
      answered(...answer) {
        for (const one of everybody()) one.answered(...answer);
      },
      limited(...refusal) {
        for (const one of everybody()) one.limited?.(...refusal);
      },
    };
    const publicHttps = publicUrl?.startsWith('https:');
    const options = { publicHttps, trustedProxies };
    host.provide(httpServer, () => createHttpServer(get(programLog), observer, options));
    host.provide(siteAddress, () => () => publicUrl ?? listeningAt(get(httpServer), port));
    host.provide(callHandlers, () => new Handlers());
    host.provide(callTurns, () => new Turns());
    host.provide(rateLimiter, () => createRateLimiter(roomDb(db)));
    host.contribute(housekeeping, () => get(rateLimiter).removeOld());
    host.provide(
      keptReplies,
      () => createReplies(roomDb(db), get(sealing)),
      (kept) => kept.stop(),
    );
    host.contribute(housekeeping, () => get(keptReplies).removeOld());
    const contexts = (): ContextsParts => {
      const [registered, tell, files] = [get(registeredNames), get(tellNode), get(fileStore)];
      return {
        db,
        log,
        get,
        all,
        files,
        registered,
        notify: (...told) => get(noticeWriter)(...told),
        maxUploadBytes,
        committed: ({ type, payload }) => tell(type, JSON.parse(payload)),
      };
    };
    host.provide(requestContexts, () => createContexts(contexts()));
    host.provide(personContexts, () => createPersonContexts(contexts(), get(siteAddress)));
  },
});

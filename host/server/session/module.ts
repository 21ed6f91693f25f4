import { sharedDevices } from '@sinter/sdk/server';
import { mediaConfig } from '@sinter/sdk/contract/host/files';
import { endOtherSessions, endSession, listSessions } from '@sinter/sdk/contract/host/security';
import { handOver } from '@sinter/sdk/contract/host/handOver';
import { enterFrame, makeProgramCode, takeProgramToken } from '@sinter/sdk/contract/host/programToken';
import { customLogin, fetchToken, getUser, logout } from '@sinter/sdk/contract/host/session';
import { withClearance } from '../clearance/clearance.ts';
import { onEvent } from '../events/hearing.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { defineHostModule, housekeeping } from '../hostModule.ts';
import { browserCallers } from '../http/callers.ts';
import { bearerToken, readToken, sessionCookie } from '../http/cookies.ts';
import { registeredNames } from '../registered.ts';
import { challengeStore, createChallenges } from './challenges.ts';
import { handleSession } from './handlers.ts';
import { removeOldDevices } from './knownDevices.ts';
import * as tables from './migrations/001_tables.ts';
import * as knownDevices from './migrations/002_known_devices.ts';
import * as factorOfAdministrators from './migrations/003_factor_of_administrators.ts';
import * as frames from './migrations/004_frames.ts';
import { partsOf } from './parts.ts';
import { handlePrograms } from './programs.ts';
import { createSessions, sessionStore } from './sessions.ts';
import { createSharedDevices } from './sharedDevices.ts';
import { roomDb } from './tables.ts';

export const sessionModule = defineHostModule({
  id: 'session',
  serves: {
    mediaConfig,
    endOtherSessions,
    endSession,
    listSessions,
    customLogin,
    fetchToken,
    getUser,
    handOver,
    logout,
    makeProgramCode,
    takeProgramToken,
    enterFrame,
  },
  migrations: {
    '001_tables': tables,
    '002_known_devices': knownDevices,
    '003_factor_of_administrators': factorOfAdministrators,
    '004_frames': frames,
  },
  setup(host) {
    const db = roomDb(host.db);
    const sessions = createSessions(db, host.get(registeredNames));
    const challenges = createChallenges(db);
    host.provide(sessionStore, () => sessions);
    host.provide(challengeStore, () => challenges);
    host.provide(sharedDevices, () => createSharedDevices(db, host.get(registeredNames)));
    host.provide(browserCallers, () => ({
      find(request) {
        const token = bearerToken(request) ?? readToken(request, sessionCookie);
        if (token === null) return null;
        const found = sessions.find(token);
        return found instanceof Promise
          ? found.then((session) => withClearance(session, request))
          : withClearance(found, request);
      },
      touch: (session) => sessions.touch(session),
    }));
    onEvent(host, sessionsChanged, ({ userId }) => sessions.forget(userId));
    host.contribute(housekeeping, () => sessions.removeExpired());
    host.contribute(housekeeping, () => challenges.removeExpired());
    host.contribute(housekeeping, () => removeOldDevices(db));
    const parts = partsOf(host);
    handleSession(parts);
    handlePrograms(parts);
  },
});

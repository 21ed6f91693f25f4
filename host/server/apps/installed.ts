import { CallError } from '@sinter/sdk/contract';
import type { InstalledPlugin } from '#registry/resolve';
import { isVendor } from '#registry/terms';
import type { FacilityStates } from '../modules/facilityStates.ts';
import type { Opened } from '../modules/grace.ts';
import type { Packages } from '../modules/packages.ts';
import { say } from '../say.ts';

/** A vendor's plugin that is there. */
export type App = InstalledPlugin;

export interface Apps {
  /** Those that run in the facility. */
  on(facilityId: number): Promise<readonly App[]>;
  /** Throws NOT_FOUND when the facility has no such plugin of a vendor, whether it is on or off. */
  get(id: string, facilityId: number): Promise<App>;
  /**
   * Throws SCOPE when it is off in the facility, cannot run, or another version is installed. `opened`: of the screen that calls, which
   * may have been open when it was switched off.
   */
  running(id: string, version: string, facilityId: number, opened: Opened | null): Promise<App>;
}

/** Throws SCOPE when it is another version. */
export function requireVersion({ descriptor }: App, version: string): void {
  if (descriptor.version === version) return;
  const said = { app: descriptor.title, version: descriptor.version, other: version };
  throw new CallError('SCOPE', say('app.otherVersion', said));
}

export function createApps(packages: Packages, states: FacilityStates): Apps {
  const installed = async (facilityId: number): Promise<readonly App[]> =>
    (await packages.installed(facilityId)).filter(({ descriptor }) => isVendor(descriptor.id));
  const find = async (id: string, facilityId: number): Promise<App | undefined> =>
    (await installed(facilityId)).find(({ descriptor }) => descriptor.id === id);
  const isReady = ({ package: { state } }: App): boolean => state === 'ready' || state === 'server-only';
  const runs = async (app: App, facilityId: number, opened: Opened | null): Promise<boolean> =>
    isReady(app) && (await states.ofFacility(facilityId)).answers(app.descriptor.id, opened);

  return {
    async on(facilityId) {
      const state = await states.ofFacility(facilityId);
      return (await installed(facilityId)).filter((app) => isReady(app) && state.isOn(app.descriptor.id));
    },
    async get(id, facilityId) {
      const app = await find(id, facilityId);
      if (!app) throw new CallError('NOT_FOUND');
      return app;
    },
    async running(id, version, facilityId, opened) {
      const app = await find(id, facilityId);
      if (!app || !(await runs(app, facilityId, opened))) {
        throw new CallError('SCOPE', say('app.off', { app: app?.descriptor.title ?? id }));
      }
      requireVersion(app, version);
      return app;
    },
  };
}

/** One of its texts in this language, else in English. */
export function textOf({ package: built }: App, token: string, language: string): string {
  if (built.state !== 'ready') return token;
  return built.texts[language]?.[token] ?? built.texts['en_US']?.[token] ?? token;
}

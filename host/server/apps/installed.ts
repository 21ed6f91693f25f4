import { CallError } from '@sinter/sdk/contract';
import type { Descriptor } from '#registry/descriptor';
import type { InstalledPlugin } from '#registry/resolve';
import { isVendor } from '#registry/terms';
import type { FacilityStates } from '../modules/facilityStates.ts';
import type { Packages } from '../modules/packages.ts';
import { say } from '../say.ts';

/** A vendor's plugin that is there. */
export type App = InstalledPlugin;

export interface Apps {
  /** Throws NOT_FOUND when the facility has no such plugin of a vendor, whether it is on or off. */
  get(id: string, facilityId: number): Promise<App>;
  /** Throws SCOPE when it is off in the facility, cannot run, or another version is installed. */
  running(id: string, version: string, facilityId: number): Promise<Descriptor>;
  /** Those that are on in the facility. */
  on(facilityId: number): Promise<readonly Descriptor[]>;
}

export function createApps(packages: Packages, states: FacilityStates): Apps {
  const installed = async (facilityId: number): Promise<readonly App[]> =>
    (await packages.installed(facilityId)).filter(({ descriptor }) => isVendor(descriptor.id));
  const runs = async ({ descriptor, package: built }: App, facilityId: number): Promise<boolean> =>
    (built.state === 'ready' || built.state === 'server-only') &&
    (await states.ofFacility(facilityId)).isOn(descriptor.id);

  return {
    async get(id, facilityId) {
      const app = (await installed(facilityId)).find(({ descriptor }) => descriptor.id === id);
      if (!app) throw new CallError('NOT_FOUND');
      return app;
    },
    async running(id, version, facilityId) {
      const app = (await installed(facilityId)).find(({ descriptor }) => descriptor.id === id);
      if (!app || !(await runs(app, facilityId))) {
        throw new CallError('SCOPE', say('app.off', { app: app?.descriptor.title ?? id }));
      }
      const { descriptor } = app;
      if (descriptor.version !== version) {
        const said = { app: descriptor.title, version: descriptor.version, other: version };
        throw new CallError('SCOPE', say('app.otherVersion', said));
      }
      return descriptor;
    },
    async on(facilityId) {
      const found: Descriptor[] = [];
      for (const app of await installed(facilityId)) if (await runs(app, facilityId)) found.push(app.descriptor);
      return found;
    },
  };
}

/** One of its texts in this language, else in English. */
export function textOf({ package: built }: App, token: string, language: string): string {
  if (built.state !== 'ready') return token;
  return built.texts[language]?.[token] ?? built.texts['en_US']?.[token] ?? token;
}

import type { ExtensionData } from '../extensions/installed.ts';
import { removeSettings } from './settings.ts';
import { deleteAll } from './storage.ts';

/** What a facility's plugin keeps here goes with it, unless whoever uninstalls it keeps its data. */
export const appData: ExtensionData = {
  async remove(unit, of) {
    await deleteAll(unit, of);
    await removeSettings(unit, of);
  },
};

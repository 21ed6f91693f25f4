import { shopsInStoreFront } from '@sinter/sdk/contract/host/landing';
import type { Workspace } from '#host/browser/Workspace.ts';
import { CurrencyStore } from './layout/CurrencyStore.ts';
import { UnreadStore } from './notifications/UnreadStore.ts';
import { FacilitiesStore } from './layout/FacilitiesStore.ts';

export type Navigation = 'side-menu' | 'store-front' | 'menu-on-top';

/** What the layouts of a signed-in user share. Made once, before drawing. */
export class ShellStores {
  readonly workspace: Workspace;
  readonly facilities: FacilitiesStore;
  readonly currency: CurrencyStore;
  readonly notifications: UnreadStore;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    const { browser, user } = workspace;
    this.facilities = new FacilitiesStore(browser, user);
    this.currency = new CurrencyStore(browser, workspace);
    this.notifications = new UnreadStore(browser, workspace);
    this.notifications.load();
    void this.facilities.load();
    if (this.navigation === 'store-front') void this.currency.load();
  }

  /** Buyers of the store front, and third-party engineers with the lighter dashboard, have theirs at the top. */
  get navigation(): Navigation {
    const { user } = this.workspace;
    if (shopsInStoreFront(user)) return 'store-front';
    const light = user.accountType === 'THIRD_PARTY_ENGINEER' && user.engineer?.b2cDashboard;
    return light ? 'menu-on-top' : 'side-menu';
  }
}

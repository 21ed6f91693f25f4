import { settingChanged } from '@sinter/sdk/contract/host/versions';
import { portalKind } from '@sinter/sdk/contract/orders/portal';
import { on } from '@sinter/sdk/state';

/** Other settings hold for customers from now on. */
export const onPortal = on(settingChanged, ({ kind }) => kind === portalKind);

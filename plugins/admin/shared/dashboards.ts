import type { AccountType, Dashboard } from '@sinter/sdk/contract/enums';

/** The dashboards that each kind of account can have; none where there is nothing to choose. */
export const dashboardsOf: Record<AccountType, readonly Dashboard[]> = {
  SERVICE_PROVIDER: [],
  ENGINEER: ['STORE_FRONT', 'NORMAL'],
  THIRD_PARTY_ENGINEER: ['CONSUMER', 'STORE_FRONT', 'NORMAL'],
};

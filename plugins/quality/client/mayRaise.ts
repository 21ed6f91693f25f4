import { principalOf } from '@sinter/sdk/auth';
import type { PluginHost } from '@sinter/sdk/plugin';

/** Who may raise one, as the server sees it. */
export function mayRaise(host: Pick<PluginHost, 'user' | 'flag'>): boolean {
  const { role, permissions } = principalOf(host.user);
  return (
    role === 'ROLE_SERVICE_PROVIDER' &&
    host.flag('QUALITY_MANAGEMENT') &&
    permissions.some((each) => each === 'QUALITY_MANAGEMENT_ACCESS' || each === 'WORKCENTER_OPERATION_ACCESS')
  );
}

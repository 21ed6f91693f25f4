import { isKiosk, principalOf } from '@sinter/sdk/auth';
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

const planning = ['PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS', 'ENTERPRISE_SCHEDULER_VIEW', 'QUALITY_MANAGEMENT_ACCESS'];

/** Who is told what is held, as the server sees it. */
export function plans(host: Pick<PluginHost, 'user' | 'flag'>): boolean {
  const { role, permissions } = principalOf(host.user);
  return (
    role === 'ROLE_SERVICE_PROVIDER' &&
    host.flag('QUALITY_MANAGEMENT') &&
    !isKiosk(host.user) &&
    permissions.some((each) => planning.includes(each))
  );
}

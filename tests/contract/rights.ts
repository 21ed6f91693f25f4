import type { MemberRole, Permission } from '@sinter/sdk/contract';

/**
 * Who may do what by default, written down once more and in another form than the product has it, so that a slip of
 * the pen in one of the two is found. `+` by default, `o` may be granted, `.` never.
 */
const roles = [
  'SP_SUPER_ADMIN',
  'SP_ADMIN',
  'SP_NON_ADMIN',
  'SP_LEGAL',
  'SP_PURCHASE',
  'SP_APPLICATION_ENGINEER',
  'SP_MANAGER',
  'ENG_SUPER_ADMIN',
  'ENG_ADMIN',
  'ENG_NON_ADMIN',
  'ENG_PURCHASE',
  'ENG_LEGAL',
  'ENG_APPLICATION_ENGINEER',
  'ENG_MANAGER',
];

const table = `
DIGITAL_CATALOG_EDITOR                  | + + . . . + + | o o . . . o o
PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS | + + o . . + + | . . . . . . .
ENTERPRISE_SCHEDULER_VIEW               | + + . . . o + | . . . . . . .
WORKCENTER_OPERATION_ACCESS             | + + + . . + + | . . . . . . .
MATERIAL_MANAGEMENT_EDITOR              | + + o . + o + | . . . . . . .
PRODUCTION_FLOW_ACCESS                  | + + o . o + + | . . . . . . .
QUALITY_MANAGEMENT_ACCESS               | + + o o . + + | . . . . . . .
ANALYTICS_ACCESS                        | + + . . o o + | . . . . . . .
RFQ_CONFIG_EDITOR                       | + + . . . o o | . . . . . . .
STOREFRONT_CONFIG_EDITOR                | + + . . . . o | . . . . . . .
PRICING_RULES_EDITOR                    | + + . . o o o | . . . . . . .
FACILITY_CONFIG_EDITOR                  | + + . . . o o | . . . . . . .
FACILITY_SETTINGS_EDITOR                | + + . . . . o | . . . . . . .
CUSTOMER_PORTAL_EDITOR                  | + + . . . . o | . . . . . . .
MES_SETTINGS_EDITOR                     | + + . . . o o | . . . . . . .
QMS_SETTINGS_EDITOR                     | + + . . . o o | . . . . . . .
MC_SETTINGS_EDITOR                      | + + . . . o o | . . . . . . .
TAGS_SETTINGS_EDITOR                    | + + . . . o + | . . . . . . .
EMAIL_SETTINGS_EDITOR                   | + + . . . . . | . . . . . . .
EMAIL_TEMPLATE_CONFIG_EDITOR            | + + . o . . o | . . . . . . .
SP_TEAM_EDITOR                          | + + . . . . o | . . . . . . .
ENG_TEAM_EDITOR                         | . . . . . . . | + + . . . . o
SWITCH_DASHBOARD                        | + o o o o o o | + o o o o o o
`;

/** Permission by permission, role by role. */
export const tabulated: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [permission = '', ...marks] = line.split('|');
      const marked = marks.join(' ').trim().split(/\s+/);
      return [permission.trim(), new Map(roles.map((role, index) => [role, marked[index] ?? '?']))];
    }),
);

/** The permissions of a role; the kiosk's LOT_USER works at the work centre and nowhere else. */
export function defaultPermissions(memberRoles: readonly MemberRole[]): string[] {
  return [...tabulated].flatMap(([permission, byRole]) =>
    memberRoles.some(
      (role) =>
        byRole.get(role) === '+' ||
        (role === 'LOT_USER' && permission === ('WORKCENTER_OPERATION_ACCESS' satisfies Permission)),
    )
      ? [permission]
      : [],
  );
}

import { i18n } from '@sinter/sdk/i18n/host';

/** `label`: `<namespace>:<key>`, as the server tells it. */
export function permissionTitle(label: string, permission: string): string {
  const at = label.indexOf(':');
  return i18n.t(label.slice(at + 1), { ns: label.slice(0, at), defaultValue: permission });
}

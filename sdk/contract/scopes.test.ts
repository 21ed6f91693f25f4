import { describe, expect, it } from 'vitest';
import { searchOrders } from './orders/rows.ts';
import { createOrder } from './orders/orders.ts';
import { getUser, customLogin } from './host/session.ts';
import { uploadFile } from './host/files.ts';
import { switchModule } from './host/modules.ts';
import { updateMember } from './admin/team.ts';
import { scopeOf } from './scopes.ts';

describe('the scope of a call', () => {
  it.each([
    ['a search, though it is a POST', searchOrders, 'orders:read'],
    ['what changes', createOrder, 'orders:write'],
    ['who the person is', getUser, null],
    ['files', uploadFile, 'files:write'],
    ['signing in', customLogin, 'never'],
    ['switching modules', switchModule, 'never'],
    ['rights of people', updateMember, 'never'],
  ] as const)('%s', (_what, call, scope) => {
    expect(scopeOf(call)).toBe(scope);
  });
});

import { principalOf } from '@sinter/sdk/auth';
import { providerUser } from '@sinter/sdk/testing';
import { expect, test } from 'vitest';
import { mayDo } from './rights.ts';

test('a kiosk changes no orders; the same function beside another one takes nothing away', () => {
  const as = (...memberRoles: ('LOT_USER' | 'SP_NON_ADMIN')[]) =>
    mayDo(principalOf(providerUser({ memberRoles })), 'ARCHIVE');
  expect([as('LOT_USER'), as('LOT_USER', 'SP_NON_ADMIN'), as('SP_NON_ADMIN')]).toEqual([false, true, true]);
});

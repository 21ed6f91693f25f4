import { describe, expect, it } from 'vitest';
import { safeReturnPath, signInAddress } from './returnPath.ts';

const origin = 'https://parts.example';

describe('safeReturnPath', () => {
  it('takes paths of this site, with query and fragment', () => {
    expect(safeReturnPath('/order-details/5?tab=files#top', origin)).toBe('/order-details/5?tab=files#top');
    expect(safeReturnPath('/a/../store-front', origin)).toBe('/store-front');
  });

  it('leads nobody away', () => {
    const elsewhere = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      ' //evil.example',
      '/x/..//evil.example',
      '/.//evil.example',
      '/%2e%2e//evil.example',
      'javascript:alert(1)',
      'evil.example',
      '@evil.example',
      '',
      null,
    ];
    for (const given of elsewhere) expect([given, safeReturnPath(given, origin)]).toEqual([given, null]);
  });

  it('comes back to no screen that would sign out, switch, or ask to sign in again', () => {
    for (const given of ['/', '/logout', '/custom-login?x=1', '/switch/ROLE_ENGINEER', '/a/../logout', '/api/v1/x']) {
      expect([given, safeReturnPath(given, origin)]).toEqual([given, null]);
    }
  });

  it('is what the sign-in page is given', () => {
    expect(signInAddress('/custom-login', { pathname: '/engineer', search: '?page=2' })).toBe(
      '/custom-login?returnTo=%2Fengineer%3Fpage%3D2',
    );
    expect(signInAddress('/custom-login', { pathname: '/logout', search: '' })).toBe('/custom-login');
  });
});

// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buyerUser, providerUser } from '@sinter/sdk/testing';
import { enter, wasReturned } from './enter.ts';
import { Place } from './Place.ts';
import { publicScreen } from './publicScreens.ts';

function at(address: string): Place {
  window.history.replaceState(null, '', address);
  return new Place();
}

describe('after signing in', () => {
  beforeEach(() => window.history.replaceState(null, '', '/'));

  it('goes where the person wanted to go, and remembers that it was not their click', () => {
    enter(at('/custom-login?returnTo=%2Fservice-provider%2Fkeys%3Fx%3D1'), providerUser({ memberRoles: ['SP_ADMIN'] }));
    expect(window.location.pathname + window.location.search).toBe('/service-provider/keys?x=1');
    expect(wasReturned(window.history.state.usr)).toBe(true);
  });

  it('lands where everybody does when they may not be there, and never on another site', () => {
    const addresses = ['/service-provider/keys', '//evil.example', 'https://evil.example/', '/logout', ''];
    for (const address of addresses) {
      enter(at(`/custom-login?returnTo=${encodeURIComponent(address)}`), buyerUser({ dashboard: 'STORE_FRONT' }));
      expect([address, window.location.pathname]).toEqual([address, '/store-front']);
      expect(wasReturned(window.history.state)).toBe(false);
    }
  });

  it('opens the page of the frame that waits for the sign-in, which is none of this host, and goes nowhere else', () => {
    const replaced = vi.spyOn(window.location, 'replace').mockReturnValue();
    const place = at('/custom-login?returnTo=%2Fembed-sign-in');
    enter(place, providerUser());
    expect(replaced).toHaveBeenCalledExactlyOnceWith('/embed-sign-in');
    expect([place.leaving, place.pathname]).toEqual([true, '/custom-login']);
    replaced.mockRestore();
  });

  it('goes on to the link app that was asked for, and to no other call', () => {
    const replaced = vi.spyOn(window.location, 'replace').mockReturnValue();
    const asked = `/api/v1/link-apps/12/open?after=${'a'.repeat(43)}`;
    enter(at(`/custom-login?returnTo=${encodeURIComponent(asked)}`), providerUser());
    expect(replaced).toHaveBeenCalledExactlyOnceWith(asked);
    for (const other of ['/api/v1/link-apps/12/open', `${asked}&x=1`, '/api/v1/users', `//evil.example${asked}`]) {
      enter(at(`/custom-login?returnTo=${encodeURIComponent(other)}`), providerUser());
    }
    expect(replaced).toHaveBeenCalledOnce();
    replaced.mockRestore();
  });

  it('asks for the home of those on the floor, which depends on what is on there', () => {
    enter(at('/custom-login'), providerUser({ memberRoles: ['SP_NON_ADMIN'] }));
    expect(window.location.pathname).toBe('/');
  });

  it('lets nobody around what they have to do first', () => {
    enter(at('/custom-login?returnTo=%2Fservice-provider'), providerUser({ secondFactorDue: true }));
    expect(window.location.pathname).toBe('/second-factor');
  });
});

describe('publicScreen', () => {
  it('names the screens before the sign-in; links of mails serve people with a session, too', () => {
    expect(publicScreen('/reset-password/abc')).toEqual({ name: 'resetPassword', secret: 'abc', always: true });
    expect(publicScreen('/verify-email/abc')).toMatchObject({ name: 'verifyEmail', secret: 'abc' });
    expect(publicScreen('/register')).toEqual({ name: 'register', secret: '', always: false });
    expect(publicScreen('/service-provider')).toBeNull();
  });
});

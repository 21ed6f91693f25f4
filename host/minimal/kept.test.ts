// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { forgetKept } from '#host/browser/forgetKept.ts';
import { manifestOf, pluginOf } from '#host/runtime/fixtures.ts';
import { providerUser } from '@sinter/sdk/testing';
import { keptStart } from './kept.ts';

const day = 24 * 3600_000;
const user = providerUser();
const manifest = manifestOf([pluginOf('acme.plates', { minimal: true })]);
let time = 1_000_000_000_000;
const start = (place = 'acme.plates') => keptStart(place, localStorage, () => time);

beforeEach(() => {
  localStorage.clear();
  start().manifestOf(user).write(manifest);
});

it('gives the same person at the same place what they were given last', () => {
  time += 2 * day;
  expect(start().user()).toEqual(user);
  expect(start().manifestOf(user).read()?.manifest).toEqual(manifest);
});

it.each([
  ['somebody else', providerUser({ id: user.id + 1 })],
  ['the same person in another facility', providerUser({ serviceProvider: { id: 4711 } })],
  ['the same person in another role', providerUser({ defaultRole: 'ROLE_ENGINEER' })],
])('gives %s nothing', (_who, other) => expect(start().manifestOf(other).read()).toBeNull());

it('gives nothing of another place, of three days ago, of a clock that went back, or that was changed', () => {
  expect(start('acme.others').user()).toBeNull();
  time += 3 * day;
  expect(start().user()).toBeNull();
  expect(localStorage).toHaveLength(0);
  start().manifestOf(user).write(manifest);
  time -= day;
  expect(start().user()).toBeNull();
  for (const text of ['{', '{"at":1}', JSON.stringify({ at: time, user, manifest: { ...manifest, plugins: 'all' } })]) {
    localStorage.setItem('kept acme.plates', text);
    expect(start().manifestOf(user).read()).toBeNull();
  }
});

it('is gone with a sign-out, and nothing else with it', () => {
  localStorage.setItem('appearance', 'dark');
  forgetKept(localStorage);
  expect(Object.keys(localStorage)).toEqual(['appearance']);
});

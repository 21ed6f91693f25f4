import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '@sinter/sdk/contract/errors';
import { enterKiosk, leaveKiosk, readKiosk } from '@sinter/sdk/contract/production/kiosk';
import { fakeHost, providerUser } from '@sinter/sdk/testing';
import { Kiosk, kioskOf } from './Kiosk.ts';
import { PinStore } from './PinStore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const olga = { userId: 5, name: 'Olga Novak', state: 'OWN' } as const;
const entered = (stretchSeconds: number) =>
  ({ state: 'ENTERED', stretch: 's'.repeat(43), name: 'Olga Novak', stretchSeconds }) as const;

function device(memberRoles: ('LOT_USER' | 'SP_NON_ADMIN')[] = ['LOT_USER']) {
  const { host, api } = fakeHost({ id: 'production', user: providerUser({ memberRoles }) });
  return { host, api, kiosk: new Kiosk(host) };
}

it('asks nobody but a kiosk, and is one for all screens', async () => {
  const { host, kiosk } = device(['SP_NON_ADMIN']);
  expect(await kiosk.by()).toEqual({});
  expect(kioskOf(host)).toBe(kioskOf(host));
  const plain = device().kiosk;
  plain.know({ asks: false, stretchSeconds: 0, people: [] });
  expect(await plain.by()).toEqual({ device: '' });
});

it('goes on with what was pressed before it was known that nobody is asked', async () => {
  const { kiosk } = device();
  const doing = kiosk.act(async (by) => by);
  kiosk.know({ asks: false, stretchSeconds: 0, people: [] });
  expect(await doing).toEqual({ device: '' });
  expect(kiosk.asked).toBeNull();
});

it('asks once in a stretch, which goes on with what is done, and again after a pause', async () => {
  const { kiosk } = device();
  const first = kiosk.by();
  expect(kiosk.asked).not.toBeNull();
  await vi.advanceTimersByTimeAsync(100);
  kiosk.entered(entered(30), 5);
  expect(await first).toMatchObject({ kiosk: { after: 0 }, name: 'Olga Novak' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await kiosk.by()).toMatchObject({ kiosk: { after: 20_000 } });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(await kiosk.by()).toMatchObject({ kiosk: { after: 49_000 } });
  await vi.advanceTimersByTimeAsync(30_001);
  expect(kiosk.stretch).toBeNull();
  void kiosk.by().catch(() => undefined);
  expect(kiosk.asked).not.toBeNull();
});

it('asks for each action where no pause is allowed, and nothing is done where nobody says who it is', async () => {
  const { kiosk } = device();
  const work = vi.fn(async () => 'done');
  const first = kiosk.act(work);
  kiosk.entered(entered(0), 5);
  expect(await first).toBe('done');
  const second = kiosk.act(work);
  await vi.advanceTimersByTimeAsync(0);
  kiosk.giveUp();
  await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(work).toHaveBeenCalledTimes(1);
});

it('asks again where the server no longer takes it', async () => {
  const { kiosk } = device();
  const refused = CallError.received({
    code: 'INVALID_INPUT',
    message: 'Enter your PIN first.',
    fields: { kiosk: '' },
  });
  const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(refused).mockResolvedValueOnce('done');
  const doing = kiosk.act(work);
  kiosk.entered(entered(60), 5);
  await vi.advanceTimersByTimeAsync(0);
  expect(kiosk.asked).not.toBeNull();
  kiosk.entered(entered(60), 5);
  expect(await doing).toBe('done');
});

it('tells the server when somebody leaves', async () => {
  const { kiosk, api } = device();
  api.answer(leaveKiosk, { ended: true });
  void kiosk.by();
  kiosk.entered(entered(60), 5);
  await vi.advanceTimersByTimeAsync(5_000);
  kiosk.leave();
  expect(kiosk.stretch).toBeNull();
  expect(api.sent(leaveKiosk)[0]?.body).toEqual({ stretch: 's'.repeat(43), after: 5_000 });
});

it('takes four digits, and after a start PIN a new one twice that is not plain', async () => {
  const { host, kiosk, api } = device();
  api.answer(readKiosk, { asks: true, stretchSeconds: 60, people: [olga] });
  const store = new PinStore(host, kiosk);
  const stop = store.start();
  const type = async (digits: string) => {
    for (const digit of digits) store.press(digit);
    await vi.advanceTimersByTimeAsync(0);
  };
  void kiosk.by();
  await vi.advanceTimersByTimeAsync(0);
  store.choose(olga);
  api.answer(enterKiosk, { state: 'CHOOSE' });
  await type('4711');
  expect(store.asks).toBe('NEW');
  await type('1234');
  expect([store.asks, store.flaw]).toEqual(['NEW', 'pin.plain']);
  await type('8264');
  await type('8265');
  expect([store.asks, store.flaw]).toEqual(['NEW', 'pin.different']);
  await type('8264');
  api.answer(enterKiosk, entered(60));
  await type('8264');
  expect(api.sent(enterKiosk).at(-1)?.body).toEqual({ userId: 5, pin: '4711', newPin: '8264' });
  expect(kiosk.stretch?.name).toBe('Olga Novak');
  stop();
});

import { sharedDevices, type DemoWorld, type Services, type Work } from '@sinter/sdk/server';
import { keepPin } from './pins.ts';
import { startDays } from './rules.ts';

/** Of those who work at the kiosk of the demo company; printed with its account. */
const pins = { 'operator@demo.example': '2580', 'dual@demo.example': '1973' };

/** Two people who work at the kiosk, and one who has not been there yet. */
export async function seedPins(unit: Work, world: DemoWorld, services: Services): Promise<void> {
  const { rootFacilityId: facilityId, users, now } = world;
  const startUntil = new Date(now.getTime() + startDays * 86_400_000);
  for (const [email, pin, until] of [
    ...Object.entries(pins).map(([email, pin]) => [email, pin, null] as const),
    ['planner@demo.example', '4711', startUntil] as const,
  ]) {
    const userId = users[email];
    if (userId === undefined) continue;
    const hash = await services.get(sharedDevices).hashPin(pin);
    await keepPin(services, unit, { facilityId, userId, hash, startUntil: until });
  }
}

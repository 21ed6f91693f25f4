import { versions, type DemoWorld, type Services, type Work } from '@sinter/sdk/server';
import { customerPortal } from '../portal/kind.ts';

/** What the demo company says to its customers, and what is different for one of them. */
export async function seedPortal(unit: Work, world: DemoWorld, services: Services): Promise<void> {
  const { rootFacilityId: facilityId, thirdCompanyId } = world;
  const by = world.users['admin@demo.example'] ?? null;
  const all = services.get(versions).of(customerPortal, { facilityId, elementId: '' });
  const one = services.get(versions).of(customerPortal, { facilityId, elementId: String(thirdCompanyId) });
  const welcome = {
    en_US: 'Welcome to Demo Additive. Questions? Our team answers on workdays from 8 to 5.',
    de_DE: 'Willkommen bei Demo Additive. Fragen? Unser Team antwortet werktags von 8 bis 17 Uhr.',
    fr_FR: 'Bienvenue chez Demo Additive. Des questions ? Notre équipe répond les jours ouvrés de 8 h à 17 h.',
    ja_JP: 'Demo Additive へようこそ。ご質問には平日 8 時から 17 時まで担当者がお答えします。',
    ar_SA: 'أهلاً بك في Demo Additive. لديك أسئلة؟ يجيب فريقنا في أيام العمل من 8 إلى 17.',
  };
  await all.put(unit, { welcome }, { note: 'Welcome text', by });
  await one.put(unit, { allowReorder: false }, { note: 'New orders go through their buyer', by });
}

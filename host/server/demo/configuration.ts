import { defaultTheme } from '@sinter/sdk/contract/host/appearance';
import type { DemoWorld, Work } from '@sinter/sdk/server';
import { menuConfigType } from '../modules/facilityStates.ts';
import { writeRecord } from '../records/records.ts';
import { themeConfigType } from '../theme/theme.ts';

/** The demo company's theme, menu addresses, currencies and marketplace. */
export async function seedConfiguration(unit: Work, { rootFacilityId, now }: DemoWorld): Promise<void> {
  const nobody = { userId: null };
  const root = (configType: string) => ({ configType, facilityId: rootFacilityId });
  const enterprise = (configType: string) => ({ configType, facilityId: null });

  const theme = {
    ...defaultTheme,
    'contact-url': 'mailto:orders@demo.example',
    'terms-url': 'https://demo.example/terms',
  };
  const menu = {
    'profile.help.knowledgeBase': { url: 'https://demo.example/help' },
    'profile.help.support': { url: 'https://demo.example/support' },
  };
  await writeRecord(unit, root(themeConfigType), theme, nobody);
  await writeRecord(unit, enterprise(menuConfigType), menu, nobody);
  await writeRecord(unit, root('APP_STORE'), { enabled: true }, nobody);
  await writeRecord(unit, root('QUOTE_RULE_ENGINE_ENABLED'), { enabled: true }, nobody);
  await writeRecord(unit, root('PRODUCTION_FLOW'), { enabled: true }, nobody);
  await writeRecord(unit, root('MACHINE_PLATFORMS'), { enabled: true }, nobody);
  await writeRecord(unit, root('MACHINE_CONNECTIVITY'), { enabled: true }, nobody);
  await writeRecord(unit, root('EMAIL_TEMPLATES'), { enabled: true }, nobody);
  const currencies = { EUR: true, USD: true, GBP: true, JPY: false };
  const storefront = {
    showCurrency: true,
    enableCurrency: true,
    currencies,
    defaultCurrency: 'EUR',
    taxText: {
      en_US: 'Prices exclude VAT.',
      de_DE: 'Preise ohne Mehrwertsteuer.',
      fr_FR: 'Prix hors TVA.',
      ja_JP: '価格は税抜きです。',
      ar_SA: 'الأسعار لا تشمل ضريبة القيمة المضافة.',
    },
  };
  const date = now.toISOString().slice(0, 10);
  await writeRecord(unit, root('STORE_FRONT_CONFIG'), storefront, nobody);
  const rates = [
    { key: 'EUR', rate: 1 },
    { key: 'USD', rate: 1.09, date },
    { key: 'GBP', rate: 0.85, date },
    { key: 'JPY', rate: 171.4, date },
  ];
  await writeRecord(unit, root('CURRENCY_CONFIG'), rates, nobody);
}

import { provider } from '@sinter/sdk/contract/guard';
import { plainPricing, pricingKind, pricingRulesSchema } from '@sinter/sdk/contract/orders/pricing';
import { defineSettingKind } from '@sinter/sdk/server';
import { sql } from 'kysely';

/** What prices are made by. What is in force lies in a table of its own, which one query reads for many facilities. */
export const pricing = defineSettingKind({
  id: pricingKind,
  guard: provider('PRICING_RULES_EDITOR'),
  schema: pricingRulesSchema,
  defaults: plainPricing,
  async published(unit, { facilityId }, rules) {
    await sql`
      insert into pricing_rules (facility_id, rules, version) values (${facilityId}, ${JSON.stringify(rules)}::jsonb, 1)
      on conflict (facility_id) do update set rules = excluded.rules, version = pricing_rules.version + 1
    `.execute(unit.db);
  },
});

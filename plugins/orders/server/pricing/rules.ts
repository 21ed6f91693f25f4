import { plainPricing, pricingRulesSchema, type PricingRules } from '@sinter/sdk/contract/orders/pricing';
import { sql, type RawBuilder } from 'kysely';

/** What a facility published, as columns `rules` and `rulesVersion`. */
export const rulesOf = (facility: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select p.rules from pricing_rules p where p.facility_id = ${facility}) as rules,
  coalesce((select p.version from pricing_rules p where p.facility_id = ${facility}), 0) as "rulesVersion"`;

/** What an older release stored, and this one cannot read, counts as never said. */
export const rulesIn = (stored: unknown): PricingRules =>
  stored === null ? plainPricing : (pricingRulesSchema.safeParse(stored).data ?? plainPricing);

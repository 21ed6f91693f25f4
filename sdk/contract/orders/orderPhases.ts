/** How far an order is, told alike to both sides: each by the status that it sees. */
export const orderPhases = [
  'DRAFT',
  'QUOTING',
  'AGREED',
  'MAKING',
  'SHIPPED',
  'DONE',
  'LOST',
  'ON_HOLD',
  'ARCHIVED',
] as const;
export type OrderPhase = (typeof orderPhases)[number];

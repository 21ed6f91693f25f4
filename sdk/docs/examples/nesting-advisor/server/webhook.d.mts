/** A message as it was checked. */
export interface WebhookMessage {
  /** The same in every attempt, and when it is sent again: what you have had, you need not do twice. */
  id: string;
  type: string;
  /** ISO */
  happenedAt: string;
  data: { site: string; plugin: string; facilityId: number; [fact: string]: unknown };
}
export declare function createWebhookReader(of: {
  site: string;
  plugin: string;
}): (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string | Uint8Array,
) => Promise<WebhookMessage | null>;

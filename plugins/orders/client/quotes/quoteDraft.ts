/** The name under which a quote is kept until it is sent. */
export const quoteDraft = (orderId: number): string => `orders.quote.${orderId}`;

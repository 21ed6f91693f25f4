import { escapeHtml } from '../idp/pages.ts';
import type { PageSession } from './paymentService.ts';

const money = (minor: number, currency: string) => `${(minor / 100).toFixed(2)} ${currency.toUpperCase()}`;

/** Where a buyer pays, by buttons in place of a card. */
export function payPage({ lines, amount, currency, status }: PageSession, declined: boolean): string {
  const rows = lines.map(
    (line) => `<li>${line.quantity} × ${escapeHtml(line.name)}: ${money(line.unitAmount, currency)}</li>`,
  );
  const button = (name: string, text: string) => `<button name="press" value="${name}">${text}</button>`;
  const buttons = status === 'open' ? [button('pay', 'Pay'), button('decline', 'Pay with a bad card')] : [];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Payment</title><h1>${money(amount, currency)}</h1>
<ul>${rows.join('')}</ul>${declined ? '<p role="alert">Your card was declined.</p>' : ''}
${status === 'open' ? '' : '<p>This page has expired.</p>'}
<form method="post">${[...buttons, button('back', 'Back')].join(' ')}</form></html>`;
}

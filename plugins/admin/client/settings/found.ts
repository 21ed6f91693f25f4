import type { CallResult } from '@sinter/sdk/contract/call';
import type { readSettingsHub } from '@sinter/sdk/contract/host/settingsHub';

export type SettingsCard = CallResult<typeof readSettingsHub>['cards'][number];

export interface Found {
  card: SettingsCard;
  /** Its fields that were searched for. */
  fields: string[];
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The cards in which each word of the text occurs: those named so first, in their order otherwise. */
export function found(cards: readonly SettingsCard[], text: string): Found[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return cards.map((card) => ({ card, fields: [] }));
  return cards
    .map((card) => {
      const whole = plain([card.title, card.text, ...card.fields].join('\n'));
      const title = plain(card.title);
      const missing = words.filter((word) => !title.includes(word));
      return {
        card,
        rank: missing.length,
        matches: words.every((word) => whole.includes(word)),
        fields: card.fields.filter((field) => missing.some((word) => plain(field).includes(word))),
      };
    })
    .filter(({ matches }) => matches)
    .sort((one, other) => one.rank - other.rank)
    .map(({ card, fields }) => ({ card, fields }));
}

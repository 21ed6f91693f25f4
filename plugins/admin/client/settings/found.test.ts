import { describe, expect, it } from 'vitest';
import { found, type SettingsCard } from './found.ts';

const card = (title: string, text: string, ...fields: string[]): SettingsCard => ({
  ...{ id: title, section: 'orders', title, text, fields, path: '/x', state: 'ON', changed: null },
});
const cards = [
  card('Delivery', 'What customers choose from.', 'Price factor', 'Working days'),
  card('Frais de règlement', 'Cartes'),
  card('Price rules', 'What machines cost.'),
];
const titles = (text: string) => found(cards, text).map((one) => one.card.title);

describe('the search of settings', () => {
  it('shows all until something is entered', () => {
    expect(titles('  ')).toEqual(['Delivery', 'Frais de règlement', 'Price rules']);
  });

  it('finds titles, descriptions and fields, what is named so first', () => {
    expect(titles('price')).toEqual(['Price rules', 'Delivery']);
    expect(titles('customers')).toEqual(['Delivery']);
    expect(found(cards, 'price').map(({ fields }) => fields)).toEqual([[], ['Price factor']]);
  });

  it('needs each word, and neither case nor accents', () => {
    expect(titles('DELIVERY days')).toEqual(['Delivery']);
    expect(titles('reglement')).toEqual(['Frais de règlement']);
    expect(titles('delivery nonsense')).toEqual([]);
  });
});

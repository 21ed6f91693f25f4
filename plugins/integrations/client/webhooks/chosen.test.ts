import { expect, it } from 'vitest';
import { choose, type EventNode, shareOf } from './chosen.ts';

const leaf = (id: string): EventNode => ({ id, children: [] });
const quote = { id: 'order.quote', children: [leaf('order.quote.accepted'), leaf('order.quote.rejected')] };
const order = { id: 'order', children: [leaf('order.archived'), quote] };
const tree = [order, leaf('job')];

it('lets a node stand for everything in it, and takes single ones out again', () => {
  const all = choose(tree, [], order, true);
  expect(all).toEqual(['order']);
  expect(choose(tree, all, leaf('order.quote.rejected'), false)).toEqual(['order.archived', 'order.quote.accepted']);
  expect(choose(tree, ['order.archived', 'order.quote.accepted'], leaf('order.quote.rejected'), true)).toEqual([
    'order',
  ]);
  expect(choose(tree, ['order', 'job'], order, false)).toEqual(['job']);
});

it('says how much of a node is chosen', () => {
  expect([['order'], ['order.archived'], ['order.quote'], []].map((chosen) => shareOf(order, chosen))).toEqual([
    'all',
    'some',
    'some',
    'none',
  ]);
  expect(shareOf(quote, ['order.archived'])).toBe('none');
});

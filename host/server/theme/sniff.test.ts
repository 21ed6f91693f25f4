import { describe, expect, it } from 'vitest';
import { headBytes, sniff } from './sniff.ts';

describe('a file', () => {
  const hex = (text: string) => Buffer.from(text, 'hex');
  it.each<[string, Buffer, string | undefined]>([
    ['png', hex('89504e470d0a1a0a0000'), 'png'],
    ['jpeg', hex('ffd8ffe0'), 'jpeg'],
    ['gif', Buffer.from('GIF89a...'), 'gif'],
    ['webp', Buffer.from('RIFF0000WEBPVP8 '), 'webp'],
    ['a sound', Buffer.from('RIFF0000WAVEfmt '), undefined],
    ['ico', hex('00000100'), 'ico'],
    ['svg', Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="x">'), 'svg'],
    ['a page', Buffer.from('<html><svg>'), undefined],
    ['woff2', Buffer.from('wOF2'), 'woff2'],
    ['woff', Buffer.from('wOFF'), 'woff'],
    ['ttf', hex('00010000'), 'ttf'],
    ['otf', Buffer.from('OTTO'), 'otf'],
    ['a program', hex('7f454c46'), undefined],
    ['many comments', Buffer.from('<!-- -->'.repeat(headBytes / 8)), undefined],
  ])('that is %s is known by its content', (_, head, extension) => {
    expect(sniff(head)?.extension).toBe(extension);
  });
});

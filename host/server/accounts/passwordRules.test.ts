import { describe, expect, it } from 'vitest';
import { requireGoodPassword } from './passwordRules.ts';

const own = ['Olga', 'Novak', 'Olga Novak', 'olga.novak@nordwind.example', 'Nordwind Robotics'];

describe('a new password', () => {
  it.each([
    ['password12', 'common'],
    ['qwertyuiop', 'common'],
    ['1234567890', 'common'],
    ['aaaaaaaaaaaa', 'Repeated characters'],
    ['abcdefghijk', 'Sequences'],
    ['p@ssw0rdp@ssw0rdp@ssw0rd', 'Repeated'],
    ['Nordwind2026', 'your name'],
    ['OlgaNovak1', 'your name'],
    ['Olga Novak 1', 'your name'],
    ['N0rdwind-Robotics', 'your name'],
    ['!olga.novak@NORDWIND!', 'your name'],
  ])('is refused when it is like %s, with a text that helps', async (password, reason) => {
    const refused = requireGoodPassword(password, own);
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(refused).rejects.toMatchObject({ fields: { password: expect.stringContaining(reason) } });
    await expect(refused).rejects.toMatchObject({
      fields: { password: expect.stringContaining('three or four words') },
    });
  });

  it.each([
    'blue-Walrus-Kettle-9',
    'correct horse battery staple',
    'demo-Sinter-2026',
    'm4Q!tz8#Lw2v',
    '长城上的风很大今天',
  ])('may be %s', async (password) => {
    await expect(requireGoodPassword(password, own)).resolves.toBeUndefined();
  });

  it('is judged quickly, however long it is', async () => {
    const started = performance.now();
    await requireGoodPassword('p@ssw0rd 1 '.repeat(90), own).catch(() => {});
    await requireGoodPassword(`${'m4Q!tz8#Lw2v'.repeat(80)}`, own).catch(() => {});
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

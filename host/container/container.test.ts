import { describe, expect, it, vi } from 'vitest';
import { createToken } from '@sinter/sdk/plugin';
import { Container } from './container.ts';

interface Named {
  name: string;
  dispose(): unknown;
}
const Low = createToken<Named>('test/Low@1');
const High = createToken<Named>('test/High@1');

function world() {
  const said: string[] = [];
  const failed = vi.fn<(error: unknown) => void>();
  const make =
    (name: string, then: () => unknown = () => undefined) =>
    (): Named => {
      said.push(`made ${name}`);
      return { name, dispose: () => (said.push(`disposed ${name}`), then()) };
    };
  return { said, failed, make, node: new Container(failed) };
}

describe('a container', () => {
  it('makes a service when it is asked for, once, and not where nobody asks', async () => {
    const { said, make, node } = world();
    node.provide(Low, make('low'));
    node.provide(High, make('high'));
    expect(said).toEqual([]);
    expect(node.get(Low)).toBe(node.child().get(Low));
    await node.dispose();
    expect(said).toEqual(['made low', 'disposed low']);
  });

  it('disposes what was made last first, waiting for each', async () => {
    const { said, make, node } = world();
    node.provide(High, () => {
      node.get(Low);
      return make('high', async () => {
        await Promise.resolve();
        said.push('high is gone');
      })();
    });
    node.provide(Low, make('low'));
    node.get(High);
    await node.dispose();
    expect(said).toEqual(['made low', 'made high', 'disposed high', 'high is gone', 'disposed low']);
  });

  it('keeps a service whose user goes: it belongs to whoever provides it', async () => {
    const { said, make, node } = world();
    node.provide(Low, make('low'));
    const child = node.child();
    child.get(Low);
    await child.dispose();
    expect(said).toEqual(['made low']);
    await node.dispose();
    expect(said).toEqual(['made low', 'disposed low']);
  });

  it('shares with the children beside it, and takes what it shared along when it goes', async () => {
    const { said, make, node } = world();
    const [one, other] = [node.child(), node.child()];
    one.share(Low, make('low'));
    expect(other.get(Low).name).toBe('low');
    expect(() => other.share(Low, make('second'))).toThrow('provided twice');
    await one.dispose();
    expect(said).toEqual(['made low', 'disposed low']);
    expect(() => one.provide(High, make('late'))).toThrow('too late');
  });

  it('hands out what several contribute to one token, in order', () => {
    const { make, node } = world();
    expect(node.all(Low)).toEqual([]);
    for (const name of ['one', 'other']) node.child().contribute(Low, make(name)());
    expect(node.all(Low).map(({ name }) => name)).toEqual(['one', 'other']);
    expect(node.child().all(Low)).toHaveLength(2);
  });

  it('goes on when a service cannot be disposed, and says so', async () => {
    const { said, failed, make, node } = world();
    node.provide(Low, make('low'));
    node.provide(
      High,
      make('high', () => {
        throw new Error('no');
      }),
    );
    node.get(Low);
    node.get(High);
    await node.dispose();
    expect(said).toEqual(['made low', 'made high', 'disposed high', 'disposed low']);
    expect(failed).toHaveBeenCalledWith(new Error('no'));
  });

  it('names what nobody provides, what is provided twice, and what needs itself', () => {
    const { make, node } = world();
    expect(() => node.get(Low)).toThrow('Nobody provides test/Low@1.');
    node.provide(Low, make('low'));
    expect(() => node.provide(Low, make('low'))).toThrow('provided twice');
    node.provide(High, () => node.get(High));
    expect(() => node.get(High)).toThrow('making it asks for it');
  });
});

// @vitest-environment happy-dom
import { Component, Suspense, use } from 'react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { mountPage } from './parcels.ts';
import type { BoundaryProps } from './parcels.ts';

class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? <p>failed</p> : this.props.children;
  }
}

const Good = () => <p>good</p>;
function Throwing(): ReactNode {
  throw new Error('broken page');
}
const never = new Promise<string>(() => {});
const Waiting = () => <p>{use(never)}</p>;
const Hung = () => (
  <Suspense fallback={<p>waiting</p>}>
    <Waiting />
  </Suspense>
);

function place(): HTMLElement {
  const element = document.createElement('div');
  document.body.append(element);
  return element;
}

describe('mountPage', () => {
  it('draws pages beside one that throws and one that never answers', async () => {
    const noise = vi.spyOn(console, 'error').mockImplementation(() => {});
    const [throwing, hung, good] = [place(), place(), place()];
    const mounts = [
      mountPage('throwing', throwing, Throwing, Boundary),
      mountPage('hung', hung, Hung, Boundary),
      mountPage('good', good, Good, Boundary),
    ];
    await Promise.all(mounts.map(({ mounted }) => mounted));
    expect([throwing, hung, good].map((element) => element.textContent)).toEqual(['failed', 'waiting', 'good']);
    await Promise.all(mounts.map(({ unmount }) => unmount()));
    expect([throwing, hung, good].map((element) => element.textContent)).toEqual(['', '', '']);
    noise.mockRestore();
  });

  it('takes a page out that was left while it was still coming in', async () => {
    const element = place();
    const page = mountPage('early', element, Good, Boundary);
    await page.unmount();
    expect(element.textContent).toBe('');
  });

  it('leaves the history of the browser alone', async () => {
    const native = history.pushState;
    const page = mountPage('quiet', place(), Good, Boundary);
    await page.mounted;
    expect(history.pushState).toBe(native);
    await page.unmount();
  });
});

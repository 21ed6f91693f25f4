// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeHost } from '../../testing/index.ts';
import { Link } from './Link.tsx';
import { PluginProvider } from './PluginContext.tsx';

beforeAll(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

describe('Link', () => {
  it('is its text alone while the screen it leads to is off, and a link again with the next manifest', async () => {
    const closed = ['/order-details/'];
    const { host } = fakeHost({ id: 'catalog', closed });
    const page = document.body.appendChild(document.createElement('div'));
    const root = createRoot(page);
    await act(async () =>
      root.render(
        <PluginProvider value={host}>
          <Link to="/order-details/41">#41</Link>
        </PluginProvider>,
      ),
    );
    expect([page.textContent, page.querySelector('a')]).toEqual(['#41', null]);
    closed.pop();
    // The host tells the place anew with every manifest.
    await act(async () => host.navigate('/'));
    expect(page.querySelector('a')?.getAttribute('href')).toBe('/order-details/41');
    await act(async () => root.unmount());
  });
});

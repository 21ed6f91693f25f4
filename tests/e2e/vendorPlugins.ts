import { packageOf, type VendorKey } from '#host/server/extensions/testing.ts';
import { toSystemModule } from '../../scripts/build/systemModule.ts';

/** Packages of a vendor as it would build them: one that works, and one that tries whatever it can. */

export const works = { id: 'acme.works', title: 'Works anywhere', german: 'Läuft überall' };
export const hostile = { id: 'acme.hostile', title: 'Tries everything' };

const worksCode = (id: string) => `
  import { definePlugin, createSlot } from '@sinter/sdk/plugin';
  import { usePlugin, useTexts, useUnsaved, Link } from '@sinter/sdk/ui';
  import { getUser } from '@sinter/sdk/contract/host/session';
  import { useEffect, useState } from 'react';
  import { jsx, jsxs } from 'react/jsx-runtime';
  const orders = { id: 'orders.list', owner: 'orders', method: 'GET', path: '/api/v3/orders', response: getUser.response };
  const Page = () => {
    const host = usePlugin();
    const t = useTexts();
    const [said, setSaid] = useState('…');
    const [text, setText] = useState('');
    useUnsaved(text !== '');
    useEffect(() => {
      host.api.call(getUser, {}).then((user) => setSaid('Hello ' + user.firstName), (error) => setSaid(error.code + ': ' + error.message));
    }, []);
    return jsxs('section', { className: 'works', children: [
      jsx('h1', { children: t('title') }),
      jsx('p', { role: 'status', children: said }),
      jsx('p', { className: 'direction', children: document.documentElement.lang + ' ' + document.documentElement.dataset.theme }),
      jsx('input', { 'aria-label': 'Note', value: text, onChange: (event) => setText(event.target.value) }),
      jsx('button', { onClick: () => setTimeout(() => host.navigate('/service-provider'), 500), children: 'Go home' }),
      jsx('div', { style: { height: 900 }, children: 'High' }),
    ] });
  };
  const Tile = () => jsx('p', { className: 'works', children: 'Tile of ' + usePlugin().id });
  export default definePlugin({
    id: '${id}',
    setup(host) {
      host.page('main', () => Promise.resolve({ default: Page }));
      host.slot(createSlot('orders/HomeTiles@1'), { id: 'tile', load: () => Promise.resolve({ default: Tile }) });
    },
  });`;

/** Each attack answers what became of it. */
const hostileCode = `
  import { definePlugin } from '@sinter/sdk/plugin';
  import { usePlugin } from '@sinter/sdk/ui';
  import { useEffect, useState } from 'react';
  import { jsx, jsxs } from 'react/jsx-runtime';
  const refused = async (work) => {
    try { const answer = await work(); return 'reached ' + String(answer); } catch (error) { return 'refused'; }
  };
  const original = (owner, name, target) => Object.getOwnPropertyDescriptor(owner, name).get.call(target);
  const blocked = (start) => new Promise((done) => {
    document.addEventListener('securitypolicyviolation', () => done('refused'), { once: true });
    start();
  });
  let heard = 0;
  const attacks = (host) => ({
    'parent document': () => refused(() => parent.document.title),
    'top document': () => refused(() => top.document.cookie),
    'frame element': () => refused(() => frameElement.ownerDocument.title),
    'cookies': () => refused(() => original(Document.prototype, 'cookie', document)),
    'storage': () => refused(() => original(Window.prototype, 'localStorage', window) ?? original(window, 'localStorage', window)),
    'databases': () => refused(() => new Promise((done, no) => { const asked = indexedDB.open('x'); asked.onsuccess = done; asked.onerror = no; })),
    'fetch': () => refused(() => fetch('/api/v1/registry/manifest').then((answer) => answer.status)),
    'elsewhere': () => refused(() => fetch('https://example.com/')),
    'socket': () => refused(() => new Promise((done, no) => { const socket = new WebSocket('ws://' + location.host); socket.onopen = done; socket.onerror = no; })),
    'picture': () => blocked(() => { new Image().src = '/beacon.png?secret'; }),
    'eval': () => refused(() => (0, eval)('1')),
    'worker': () => refused(() => new Promise((done, no) => { const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); worker.onmessage = done; worker.onerror = no; })),
    'top navigation': () => refused(() => { top.location.href = '/logout'; }),
    'popup': () => refused(() => { if (open('/logout') === null) throw new Error(); }),
    'another plugin': () => refused(() => System.import('@plugins/orders')),
    'the host': () => refused(() => System.import('@sinter/host/shell')),
    'loader': () => refused(() => System.set('app:x', {})),
    'client': () => refused(() => { 'use strict'; host.api.call = () => {}; if (host.api.call.length === 0) throw new Error(); }),
    'host': () => refused(() => { 'use strict'; host.navigate = () => {}; }),
    'way out of the calls': () => refused(() => host.api.call({ id: 'x', method: 'GET', path: '/api/../healthz', response: { safeParse: (data) => ({ success: true, data }) } }, {})),
    'another origin': () => refused(() => host.api.call({ id: 'x', method: 'GET', path: '//example.com/api/x', response: { safeParse: (data) => ({ success: true, data }) } }, {})),
    'call without scope': () => refused(() => host.api.call({ id: 'x', method: 'GET', path: '/api/v1/registry/modules', response: { safeParse: (data) => ({ success: true, data }) } }, {})),
  });
  const Page = () => {
    const host = usePlugin();
    const [results, setResults] = useState({});
    useEffect(() => {
      addEventListener('keydown', () => { heard++; }, true);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('header, [role=banner] { background: rgb(255, 0, 0) !important; display: none !important }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      for (const [name, attack] of Object.entries(attacks(host))) {
        Promise.race([attack(), new Promise((done) => setTimeout(() => done('no answer'), 4000))])
          .then((answer) => setResults((before) => ({ ...before, [name]: answer })));
      }
    }, []);
    // They end the frame, or keep it busy: a click in it is not answered to the test any more then.
    const soon = (attack) => () => setTimeout(attack, 500);
    const port = (count) => { for (let at = 0; at < count; at++) host.log.debug('x'); };
    return jsxs('section', { children: [
      jsx('h1', { children: 'Tries everything' }),
      jsx('p', { role: 'status', children: Object.keys(results).length + ' of ' + Object.keys(attacks(host)).length }),
      jsx('ul', { children: Object.entries(results).map(([name, answer]) => jsx('li', { children: name + ': ' + answer }, name)) }),
      jsx('p', { className: 'heard', children: 'Heard ' + heard }),
      jsx('button', { onClick: soon(() => { const end = Date.now() + 60000; while (Date.now() < end); }), children: 'Busy' }),
      jsx('button', { onClick: soon(() => port(5000)), children: 'Flood' }),
      jsx('button', { onClick: soon(() => { location.href = '/service-provider'; }), children: 'Leave' }),
      jsx('button', { onClick: soon(() => { const form = document.createElement('form'); form.action = '/logout'; document.body.append(form); form.submit(); }), children: 'Send' }),
    ] });
  };
  export default definePlugin({ id: '${hostile.id}', setup: (host) => host.page('main', () => Promise.resolve({ default: Page })) });`;

const paint = 'header { background: rgb(255, 0, 0) !important } .works { color: rgb(1, 2, 3) } body { display: none }';

interface Built {
  id: string;
  title: string;
  code: string;
  /** In German. */
  german?: string;
  slots?: readonly object[];
}

async function packed({ id, title, code, german = title, slots = [] }: Built, version: string, key: VendorKey) {
  const page = {
    id: 'main',
    path: `/apps/${id}`,
    title: 'title',
    guard: { kind: 'member', roles: ['ROLE_SERVICE_PROVIDER'] },
    menu: { section: 'apps', order: 50, icon: 'app', label: 'title' },
  };
  return packageOf({
    id,
    version,
    scopes: [],
    key,
    files: {
      'index.js': (await toSystemModule(code, undefined)).code,
      'style.css': paint,
      'locales/en_US.json': JSON.stringify({ title }),
      'locales/de_DE.json': JSON.stringify({ title: german }),
    },
    descriptor: {
      title,
      shared: [
        'react',
        'react/jsx-runtime',
        '@sinter/sdk/plugin',
        '@sinter/sdk/ui',
        '@sinter/sdk/contract/host/session',
      ],
      contributes: { pages: [page], slots },
    },
  });
}

export const worksPackage = (version: string, key: VendorKey, id = works.id) =>
  packed(
    { ...works, id, code: worksCode(id), slots: [{ slot: 'orders/HomeTiles@1', id: 'tile', label: 'title' }] },
    version,
    key,
  );

export const hostilePackage = (key: VendorKey) => packed({ ...hostile, code: hostileCode }, '1.0.0', key);

/**
 * `/embed/embed.js`: puts a screen of Sinter where its script element stands, in a page of anybody. It runs beside code that is
 * not ours: it takes no name, and leaves one frame. `sdk/docs/embedding.md` describes it.
 */
const version = 1;
const highest = 20_000;

type Message = Readonly<Record<string, unknown>>;
const isMessage = (data: unknown): data is Message => typeof data === 'object' && data !== null && 'sinter' in data;

function put(script: HTMLScriptElement): void {
  const { plugin, path = '', theme, language, height = 'auto', title } = script.dataset;
  const address = new URL(`/embed/${plugin}${path}`, script.src);
  const { origin } = address;
  if (!plugin || !address.pathname.startsWith(`/embed/${plugin}`) || (path !== '' && !path.startsWith('/'))) {
    console.error('[sinter] data-plugin and data-path do not name a page of Sinter.', script);
    return;
  }
  if (theme) address.searchParams.set('embed-theme', theme);
  if (language) address.searchParams.set('embed-language', language);
  const frame = document.createElement('iframe');
  Object.assign(frame.dataset, { plugin, path, height, ...(theme && { theme }), ...(language && { language }) });
  frame.title = title ?? '';
  // For screens that talk to a program on the person's computer; the policy of their page says which do.
  frame.allow = 'loopback-network';
  frame.style.cssText = 'display:block;width:100%;border:0';
  frame.style.height = `${Number(height) || 400}px`;
  frame.src = address.href;

  let ready = false;
  const send = (type: string, more: object = {}) =>
    frame.contentWindow?.postMessage({ sinter: version, type, ...more }, origin);
  const sendTheme = () => send('theme', { theme: frame.dataset['theme'] ?? 'system' });
  const sendLanguage = () => frame.dataset['language'] && send('language', { language: frame.dataset['language'] });
  const announce = (name: string, detail: object) =>
    frame.dispatchEvent(new CustomEvent(`sinter-${name}`, { detail, bubbles: true }));

  window.addEventListener('message', ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || from !== origin || !isMessage(data) || data['sinter'] !== version) return;
    const { type, path: at, height: high, title: named } = data;
    if (type === 'ready') {
      ready = true;
      if (height === 'auto') send('measure');
      if (frame.dataset['theme']) sendTheme();
      sendLanguage();
      announce('ready', { path: at });
    }
    if (type === 'navigated' && typeof at === 'string') announce('navigated', { path: at });
    if (type === 'size' && height === 'auto' && typeof high === 'number')
      frame.style.height = `${Math.min(Math.max(Math.ceil(high), 0), highest)}px`;
    if (type === 'title' && typeof named === 'string') {
      if (title === undefined) frame.title = named;
      announce('title', { title: named });
    }
  });
  // The page around changes an attribute of the frame, and the screen follows.
  new MutationObserver((changes) => {
    for (const { attributeName } of changes) {
      if (attributeName === 'data-theme') sendTheme();
      if (attributeName === 'data-language') sendLanguage();
      if (attributeName === 'data-path') send('navigate', { path: frame.dataset['path'] });
    }
  }).observe(frame, { attributeFilter: ['data-theme', 'data-language', 'data-path'] });
  // Where the line was down, the browser shows that it was; it is tried again when the line is back.
  window.addEventListener('online', () => {
    if (!ready) frame.src = address.href;
  });
  script.after(frame);
}

if (document.currentScript instanceof HTMLScriptElement) put(document.currentScript);

export {};

import { passwordAtProvider } from './pages.ts';

export interface Page {
  url: URL;
  status: number;
  text: string;
}

/** A browser without a screen: keeps cookies by host, follows redirects, sends forms. */
export interface Visitor {
  open(address: string): Promise<Page>;
  /** One request, its redirect not followed. */
  step(address: string, form?: Record<string, string>): Promise<{ page: Page; next: string | null }>;
  /** Sends the page's only form, with what is typed into it. */
  submit(page: Page, typed?: Record<string, string>): Promise<Page>;
  /** Signs in at the provider's page, and goes on to where that leads. */
  signIn(page: Page, username: string): Promise<Page>;
  cookie(host: string, name: string): string | undefined;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescape = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '');

export function createVisitor(): Visitor {
  const jars = new Map<string, Map<string, string>>();

  const visitor: Visitor = {
    cookie: (host, name) => jars.get(host)?.get(name),

    async step(address, form) {
      const url = new URL(address);
      const jar = jars.get(url.host) ?? new Map<string, string>();
      jars.set(url.host, jar);
      const headers = new Headers();
      // All forms here come from another site or lead to a provider: SameSite=Lax cookies stay at home.
      const fromElsewhere = form !== undefined && url.pathname.startsWith('/saml/');
      if (!fromElsewhere) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
      const body = form && new URLSearchParams(form);
      const response = await fetch(url, { method: form ? 'POST' : 'GET', headers, body, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      const to = response.headers.get('location');
      const page = { url, status: response.status, text: await response.text() };
      return { page, next: to === null ? null : new URL(to, url).href };
    },

    async open(address) {
      let { page, next } = await visitor.step(address);
      for (let hops = 0; next !== null && hops < 15; hops += 1) ({ page, next } = await visitor.step(next));
      return page;
    },

    async submit(page, typed = {}) {
      const [, action = ''] = /<form[^>]*action="([^"]*)"/.exec(page.text) ?? [];
      const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, unescape(value)] as const,
      );
      const address = new URL(unescape(action), page.url).href;
      const { page: answer, next } = await visitor.step(address, { ...Object.fromEntries(hidden), ...typed });
      return next === null ? answer : visitor.open(next);
    },

    async signIn(page, username) {
      const answer = await visitor.submit(page, { username, password: passwordAtProvider });
      // A SAML provider hands its answer over in another form.
      return answer.text.includes('name="SAMLResponse"') ? visitor.submit(answer) : answer;
    },
  };
  return visitor;
}

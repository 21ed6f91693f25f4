import { createServer, type IncomingMessage, type RequestListener } from 'node:http';

/** Somebody whom a provider knows. Everybody's password is `passwordAtProvider`. */
export interface ProviderPerson {
  username: string;
  /** The provider's own, lasting name; the user name unless given. */
  subject?: string;
  email: string;
  emailVerified?: boolean;
  firstName: string;
  lastName: string;
}

export const passwordAtProvider = 'at-the-provider';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);

export function loginPage(action: string, hidden: Record<string, string> = {}): string {
  const fields = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<!doctype html><html lang="en"><title>Identity provider</title><h1>Identity provider</h1>
<form method="post" action="${escapeHtml(action)}">${fields.join('')}
<label>User <input name="username"></label> <label>Password <input name="password" type="password"></label>
<button>Sign in</button></form></html>`;
}

export function find(people: readonly ProviderPerson[], form: URLSearchParams): ProviderPerson | undefined {
  if (form.get('password') !== passwordAtProvider) return undefined;
  return people.find(({ username }) => username === form.get('username'));
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** A server on a free loopback port. */
export async function listen(answer: (url: string) => RequestListener) {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `http://127.0.0.1:${address.port}`;
  server.on('request', answer(url));
  return {
    url,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

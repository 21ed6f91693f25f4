import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';
import { find, listen, loginPage, type ProviderPerson, readForm } from './pages.ts';

export interface OidcIdp {
  /** The issuer. */
  url: string;
  clientId: string;
  clientSecret: string;
  stop(): Promise<void>;
}

/** An OpenID Connect provider at a free loopback port, with a page to sign in at. */
export async function startOidcIdp(people: readonly ProviderPerson[], redirectUri: string): Promise<OidcIdp> {
  const client = { clientId: 'sinter', clientSecret: 'client-secret-of-the-tests' };
  const jwk = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const server = await listen((url) => {
    const provider = new Provider(url, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [{ ...jwk, kty: 'RSA', alg: 'RS256', use: 'sig', kid: 'test' }] },
      cookies: { keys: ['only for tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      features: { devInteractions: { enabled: false } },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      async findAccount(_context, id) {
        const person = people.find(({ subject, username }) => (subject ?? username) === id);
        if (!person) return undefined;
        const { email, emailVerified = true, firstName, lastName } = person;
        const claims = { email, email_verified: emailVerified, given_name: firstName, family_name: lastName };
        return { accountId: id, claims: async () => ({ sub: id, ...claims }) };
      },
      // Nobody is asked whether the application may know them.
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId,
          accountId: oidc.session?.accountId,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    const handle = provider.callback();
    return async (request, reply) => {
      const { pathname } = new URL(request.url ?? '/', url);
      if (!pathname.startsWith('/interaction/')) return handle(request, reply);
      const form = request.method === 'POST' ? await readForm(request) : new URLSearchParams();
      const person = find(people, form);
      if (person) {
        const accountId = person.subject ?? person.username;
        return provider.interactionFinished(request, reply, { login: { accountId } });
      }
      reply.setHeader('content-type', 'text/html; charset=utf-8');
      reply.writeHead(request.method === 'POST' ? 401 : 200).end(loginPage(pathname));
    };
  });
  return { ...server, ...client };
}

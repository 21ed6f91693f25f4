import { inflateRawSync } from 'node:zlib';
import samlify from 'samlify';
import { makeSigningKey, type SigningKey } from './certificate.ts';
import { escapeHtml, find, listen, loginPage, type ProviderPerson, readForm } from './pages.ts';

/** What a response says; everything has the value of an honest answer unless given. */
export interface ResponseParts {
  person: ProviderPerson;
  requestId: string;
  acs: string;
  audience: string;
  recipient?: string;
  issuer?: string;
  notBefore?: Date;
  notOnOrAfter?: Date;
  nameIdFormat?: string;
  signs?: 'assertion' | 'response' | 'both';
  algorithm?: string;
  key?: SigningKey;
}

export interface SamlIdp {
  url: string;
  entityId: string;
  /** Metadata for the service provider, XML. */
  metadata: string;
  key: SigningKey;
  /** A signed response, XML. */
  respond(parts: ResponseParts): Promise<string>;
  stop(): Promise<void>;
}

const binding = 'urn:oasis:names:tc:SAML:2.0:bindings';
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const emailName = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const persistentName = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** A SAML identity provider at a free loopback port, with a page to sign in at. It answers whoever asks. */
export async function startSamlIdp(people: readonly ProviderPerson[]): Promise<SamlIdp> {
  samlify.setSchemaValidator({ validate: async () => 'not validated' });
  const key = makeSigningKey();

  const template = {
    context: samlify.SamlLib.defaultLoginResponseTemplate.context,
    attributes: ['email', 'firstName', 'lastName'].map((name) => ({
      name,
      valueTag: `user.${name}`,
      nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
      valueXsiType: 'xs:string',
    })),
  };
  const providerWith = (url: string, algorithm: string, { privateKey, certificate }: SigningKey) =>
    samlify.IdentityProvider({
      entityID: `${url}/metadata`,
      privateKey,
      signingCert: certificate,
      requestSignatureAlgorithm: algorithm,
      nameIDFormat: [emailName],
      singleSignOnService: [{ Binding: `${binding}:HTTP-Redirect`, Location: `${url}/sso` }],
      // Never used, but missed by the library in so many words.
      singleLogoutService: [{ Binding: `${binding}:HTTP-Redirect`, Location: `${url}/logout` }],
      loginResponseTemplate: template,
    });

  const respond = async (url: string, parts: ResponseParts): Promise<string> => {
    const { person, requestId, acs, audience, signs = 'assertion', algorithm = rsaSha256 } = parts;
    const now = new Date();
    const { notBefore = now, notOnOrAfter = new Date(now.getTime() + 300_000) } = parts;
    const provider = providerWith(url, algorithm, parts.key ?? key);
    const service = samlify.ServiceProvider({
      entityID: audience,
      assertionConsumerService: [{ Binding: `${binding}:HTTP-POST`, Location: acs }],
      wantAssertionsSigned: signs !== 'response',
      wantMessageSigned: signs !== 'assertion',
    });
    const id = () => `_${crypto.randomUUID()}`;
    const values = {
      ID: id(),
      AssertionID: id(),
      Destination: acs,
      Audience: audience,
      SubjectRecipient: parts.recipient ?? acs,
      Issuer: parts.issuer ?? `${url}/metadata`,
      IssueInstant: now.toISOString(),
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      ConditionsNotBefore: notBefore.toISOString(),
      ConditionsNotOnOrAfter: notOnOrAfter.toISOString(),
      SubjectConfirmationDataNotOnOrAfter: notOnOrAfter.toISOString(),
      NameIDFormat: parts.nameIdFormat ?? persistentName,
      NameID: person.subject ?? person.username,
      InResponseTo: requestId,
      AuthnStatement: '',
      attrUserEmail: person.email,
      attrUserFirstName: person.firstName,
      attrUserLastName: person.lastName,
    };
    const { context } = await provider.createLoginResponse(
      service,
      { extract: { request: { id: requestId } } },
      'post',
      {},
      (xml) => ({
        id: values.ID,
        context: samlify.SamlLib.replaceTagsByValue(xml, values),
      }),
    );
    return Buffer.from(context, 'base64').toString();
  };

  const server = await listen((url) => async (request, reply) => {
    const address = new URL(request.url ?? '/', url);
    reply.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.method === 'GET') {
      const [SAMLRequest = '', RelayState = ''] = ['SAMLRequest', 'RelayState'].map(
        (name) => address.searchParams.get(name) ?? '',
      );
      reply.end(loginPage('/sso', { SAMLRequest, RelayState }));
      return;
    }
    const form = await readForm(request);
    const person = find(people, form);
    if (!person) {
      reply.writeHead(401).end(loginPage('/sso', { SAMLRequest: form.get('SAMLRequest') ?? '' }));
      return;
    }
    const asked = readRequest(form.get('SAMLRequest') ?? '');
    const xml = await respond(url, { person, requestId: asked.id, acs: asked.acs, audience: asked.issuer });
    const fields = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: form.get('RelayState') ?? '' };
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
    );
    reply.end(`<!doctype html><html lang="en"><title>Going back</title>
<form method="post" action="${escapeHtml(asked.acs)}">${inputs.join('')}<button>Continue</button></form>
<script>document.forms[0].submit()</script></html>`);
  });

  return {
    ...server,
    entityId: `${server.url}/metadata`,
    metadata: providerWith(server.url, rsaSha256, key).getMetadata(),
    key,
    respond: (parts) => respond(server.url, parts),
  };
}

/** An authentication request as it stands in an address. */
export function readRequest(encoded: string): { id: string; acs: string; issuer: string } {
  const xml = inflateRawSync(Buffer.from(encoded, 'base64')).toString();
  const [, id = ''] = / ID="([^"]+)"/.exec(xml) ?? [];
  const [, acs = ''] = /AssertionConsumerServiceURL="([^"]+)"/.exec(xml) ?? [];
  const [, issuer = ''] = /<(?:\w+:)?Issuer[^>]*>([^<]+)</.exec(xml) ?? [];
  return { id, acs, issuer };
}

import type { Profile, SamlConfig } from '@node-saml/node-saml';
import * as z from 'zod';
import type { Parts } from './parts.ts';
import { siteAddresses } from './addresses.ts';
import { enabledConnection, type SamlSettings } from './connections.ts';
import { type Answer, type Beginning, type Identity, SsoRefusal } from './roundTrip.ts';
import { elements, parseXml } from './xml.ts';

/** What is remembered while somebody is at the provider; its handle is the request's id. */
const request = {
  name: 'saml-request',
  data: z.object({ connectionId: z.number(), browser: z.string(), landing: z.string(), startedAt: z.string() }),
  minutes: 15,
};

const clockSkew = 2 * 60_000;

/** CommonJS: its names are found one by one in the sources, but not in a bundle. */
const library = async () => (await import('@node-saml/node-saml')).default;

const idOf = (handle: string): string => `_${handle}`;

async function provider(host: Parts, settings: SamlSettings, requests: Partial<SamlConfig>) {
  const { SAML, ValidateInResponseTo } = await library();
  const { entityId, acsURL } = siteAddresses(host.publicUrl());
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsURL,
    entryPoint: settings.address,
    idpCert: settings.certificates,
    identifierFormat: null,
    // How people prove themselves is the provider's affair.
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: clockSkew,
    // The library wants one of the two signed: an assertion may be unsigned only within a signed response.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: request.minutes * 60_000,
    ...requests,
  });
}

/** The address at the provider that the browser is sent to. */
export async function startSaml(
  host: Parts,
  settings: SamlSettings,
  { connection, browser, landing }: Beginning,
): Promise<string> {
  const startedAt = new Date().toISOString();
  const handle = await host.challenges.ask(request, { connectionId: connection.id, browser, landing, startedAt });
  const saml = await provider(host, settings, {
    generateUniqueId: () => idOf(handle),
    // The request is remembered already.
    cacheProvider: { saveAsync: async () => null, getAsync: async () => null, removeAsync: async () => null },
  });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}

/** Reads a provider's response to one of our requests, which is over with that. Throws SsoRefusal and LINK_EXPIRED. */
export async function readResponse(host: Parts, encoded: string): Promise<Answer> {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  // Found without reading the document, which takes long where somebody means it to: only who began may make us.
  const [, inResponseTo] = /\sInResponseTo\s*=\s*["'](_[\w-]{43})["']/.exec(text) ?? [];
  if (inResponseTo === undefined) throw new SsoRefusal('expired', 'The response answers none of our requests.');
  const { data } = await host.challenges.take(request, inResponseTo.slice(1));
  await checkForm(text, inResponseTo);
  const connection = await enabledConnection(host.db, data.connectionId);
  if (connection?.settings.authType !== 'SAML') throw new SsoRefusal('unavailable', 'The connection is off.');
  const saml = await provider(host, connection.settings, {
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (key) => (key === inResponseTo ? data.startedAt : null),
      removeAsync: async (key) => key,
    },
  });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded }).catch((error: unknown) => {
    throw new SsoRefusal('refused', String(error), { cause: error });
  });
  if (!profile) throw new SsoRefusal('refused', 'The response names nobody.');
  const { acsURL } = siteAddresses(host.publicUrl());
  const identity = readIdentity(profile, {
    inResponseTo,
    recipient: acsURL,
    issuer: connection.settings.entityId,
  });
  return { connectionId: connection.id, browser: data.browser, landing: data.landing, identity };
}

const rsa = /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha(256|384|512)$/;
const digests = /^http:\/\/www\.w3\.org\/(2001\/04\/xmlenc#sha(256|512)|2001\/04\/xmldsig-more#sha384)$/;

/** Checks what the library does not check. Nothing of the response is trusted yet. */
async function checkForm(text: string, inResponseTo: string): Promise<void> {
  // Comments too: with one inside a name, one reader sees half of the name and another the whole.
  if (text.includes('<!')) throw new SsoRefusal('refused', 'The response has declarations or comments.');
  const document = await parseXml(text).catch((error: unknown) => {
    throw new SsoRefusal('refused', 'The response is not XML.', { cause: error });
  });
  const algorithms = async (name: string) =>
    (await elements(document, name, 'anywhere')).map((element) => element.getAttribute('Algorithm') ?? '');
  const [signatures, hashes] = [await algorithms('SignatureMethod'), await algorithms('DigestMethod')];
  if (signatures.length === 0) throw new SsoRefusal('refused', 'The response is not signed.');
  const weak = [...signatures.filter((name) => !rsa.test(name)), ...hashes.filter((name) => !digests.test(name))];
  if (weak.length > 0) throw new SsoRefusal('refused', `The response is signed by ${weak.join(', ')}.`);
  if (document.documentElement.getAttribute('InResponseTo') !== inResponseTo) {
    throw new SsoRefusal('expired', 'The response answers none of our requests.');
  }
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const nameIdSchema = z.object({
  _: z.string().trim().min(1),
  $: z.object({ Format: z.string().optional() }).optional(),
});
/** As the library reads XML: attributes in `$`, text in `_`, everything else in lists. */
const assertionSchema = z.object({
  Assertion: z.object({
    Issuer: z.tuple([z.object({ _: z.string() })]),
    Subject: z.tuple([
      z.object({
        NameID: z.tuple([nameIdSchema]),
        SubjectConfirmation: z.array(
          z.object({
            $: z.object({ Method: z.string() }),
            SubjectConfirmationData: z.tuple([
              z.object({
                $: z.object({ InResponseTo: z.string(), Recipient: z.string(), NotOnOrAfter: z.string() }),
              }),
            ]),
          }),
        ),
      }),
    ]),
  }),
});

const attributeNames = {
  email: [
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'email',
    'mail',
    'emailAddress',
    'Email',
  ],
  firstName: [
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
    'urn:oid:2.5.4.42',
    'firstName',
    'givenName',
    'given_name',
    'FirstName',
  ],
  lastName: [
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
    'urn:oid:2.5.4.4',
    'lastName',
    'sn',
    'surname',
    'family_name',
    'LastName',
  ],
};

/** Who the verified assertion is about, and that it was made for this sign-in. */
function readIdentity(
  profile: Profile,
  expected: { inResponseTo: string; recipient: string; issuer: string },
): Identity {
  const parsed = assertionSchema.safeParse(profile.getAssertion?.());
  if (!parsed.success) throw new SsoRefusal('refused', `The assertion lacks parts: ${z.prettifyError(parsed.error)}`);
  const [subject] = parsed.data.Assertion.Subject;
  const [issuer] = parsed.data.Assertion.Issuer;
  // The library looks at the issuer of sign-outs only.
  if (issuer._ !== expected.issuer) throw new SsoRefusal('refused', `The assertion is of another issuer: ${issuer._}`);
  const meant = subject.SubjectConfirmation.some(({ $, SubjectConfirmationData: [data] }) => {
    const { InResponseTo, Recipient } = data.$;
    return $.Method === bearer && InResponseTo === expected.inResponseTo && Recipient === expected.recipient;
  });
  // Only the signed assertion is trusted: anybody can have written the response around it.
  if (!meant) throw new SsoRefusal('refused', 'The assertion was made for another request or site.');

  const attributes = z.record(z.string(), z.unknown()).catch({}).parse(profile['attributes']);
  const attribute = (names: readonly string[]): string => {
    for (const name of names) {
      const value = [attributes[name]].flat()[0];
      if (typeof value === 'string' && value.trim() !== '') return value.trim();
    }
    return '';
  };
  const [{ _: nameId, $: { Format: format = '' } = {} }] = subject.NameID;
  const email = attribute(attributeNames.email) || (nameId.includes('@') ? nameId : '');
  return {
    // A transient name is another one each time.
    subject: format.endsWith(':transient') ? email.toLowerCase() : nameId,
    email,
    firstName: attribute(attributeNames.firstName),
    lastName: attribute(attributeNames.lastName),
  };
}

/** What the provider's administrator is given about this site. */
export async function ownMetadata(host: Parts): Promise<string> {
  const { generateServiceProviderMetadata } = await library();
  const { entityId, acsURL } = siteAddresses(host.publicUrl());
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsURL,
    identifierFormat: null,
    wantAssertionsSigned: true,
  });
}

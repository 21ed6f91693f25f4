import * as z from 'zod';
import { say } from '../../texts.ts';
import { line } from '../ask.ts';
import { NotHeard } from '../driver.ts';
import { connectTo, seconds, type Connection } from './connection.ts';
import {
  applicationName,
  fingerprintOf,
  firstOf,
  identityOf,
  requireStrong,
  sameFingerprint,
  type Identity,
} from './identity.ts';
import type { ClientSession, EndpointDescription, OPCUAClient, Opcua, UserIdentityInfo } from './library.ts';
import type { Server } from './server.ts';
import { answered } from './refusal.ts';

/** Somebody who listens at a server. */
export interface Session {
  readonly connection: Connection;
  readonly session: ClientSession;
  /** What came of a question to it, or why nothing did, in words. */
  answered<Answer>(answer: Promise<Answer>): Promise<Answer>;
  /** The server is told. */
  close(): Promise<void>;
}

/** From the best on. The older ones are broken. */
const policies = ['Aes256_Sha256_RsaPss', 'Aes128_Sha256_RsaOaep', 'Basic256Sha256'];

/**
 * Throws `NotHeard` with what a person can do about it, and the reason of `signal`: a session that is being opened meanwhile is closed, as a
 * server has few and keeps them for a while.
 */
export async function openSession(link: Server, opcua: Opcua, signal: AbortSignal): Promise<Session> {
  const user = link.settings['user'];
  if (link.secret !== null && user === undefined) throw new NotHeard(say('userMissing'));
  const identity = await identityOf(link);
  const endpoint = await endpointOf(link, opcua, identity);
  signal.throwIfAborted();
  const secure = endpoint.securityMode !== opcua.MessageSecurityMode.None;
  const connection = await connectTo(link, opcua);
  const client = clientOn(opcua, connection, identity, {
    ...{ securityMode: endpoint.securityMode, securityPolicy: endpoint.securityPolicyUri ?? undefined },
    // Without it the library would ask for it over a connection of its own.
    ...(secure && { serverCertificate: firstOf(endpoint.serverCertificate) }),
  });
  const who: UserIdentityInfo =
    user === undefined
      ? { type: opcua.UserTokenType.Anonymous }
      : { type: opcua.UserTokenType.UserName, userName: user, password: link.secret ?? '' };
  try {
    signal.throwIfAborted();
    await answered(client.connect(connection.endpoint), connection, identity);
    signal.throwIfAborted();
    if (user !== undefined && endpoint.securityMode === opcua.MessageSecurityMode.Sign) {
      // Asked in the channel that is signed; the library goes by this answer.
      requireSealed(opcua, await answered(client.getEndpoints(), connection, identity));
    }
    const session = await answered(client.createSession(who), connection, identity);
    signal.throwIfAborted();
    const gone = () => connection.end(new NotHeard(say('serverGone')));
    session.on('session_closed', gone);
    client.on('receive_response', ({ responseHeader: { serviceResult } }) => {
      if (sessionOver.test(serviceResult.name)) gone();
    });
    return {
      ...{ connection, session, answered: (answer) => answered(answer, connection, identity) },
      close: () => closed(client, connection),
    };
  } catch (error) {
    await closed(client, connection);
    throw error;
  }
}

const namespacesSchema = z
  .array(
    z
      .string()
      .nullable()
      .transform((uri) => uri ?? ''),
  )
  .max(10_000);

/** As the server has numbered them since it began. */
export async function namespacesOf({ session, answered: answeredBy }: Session): Promise<readonly string[]> {
  const { success, data } = namespacesSchema.safeParse(await answeredBy(session.readNamespaceArray()));
  if (!success) throw new NotHeard(say('notOpcua'));
  return data;
}

/** The one of the server's ways that was asked for. */
async function endpointOf(link: Server, opcua: Opcua, identity: Identity): Promise<EndpointDescription> {
  const offered = await endpointsOf(link, opcua, identity);
  const { MessageSecurityMode: modes, UserTokenType: tokens } = opcua;
  const asked = { ENCRYPTED: modes.SignAndEncrypt, SIGNED: modes.Sign, NONE: modes.None };
  const security = link.settings['security'];
  const mode = security === 'NONE' || security === 'SIGNED' ? asked[security] : asked.ENCRYPTED;
  const rank = ({ securityPolicyUri }: EndpointDescription) =>
    mode === modes.None ? 0 : policies.indexOf(policyOf(securityPolicyUri));
  const [endpoint] = offered
    .filter((each) => each.securityMode === mode && rank(each) >= 0)
    .toSorted((one, other) => rank(one) - rank(other));
  if (!endpoint) {
    const ways = offered.map((each) => `${modes[each.securityMode]} ${policyOf(each.securityPolicyUri)}`);
    throw new NotHeard(say('securityMissing', { offered: line([...new Set(ways)].join(', '), 300) || '–' }));
  }
  const taken = (endpoint.userIdentityTokens ?? []).map(({ tokenType }) => tokenType);
  const user = link.settings['user'] !== undefined;
  if (!user && !taken.includes(tokens.Anonymous)) throw new NotHeard(say('anonymousRefused'));
  if (user && !taken.includes(tokens.UserName)) throw new NotHeard(say('userNotTaken'));
  if (mode !== modes.None) {
    requireStrong(firstOf(endpoint.serverCertificate));
    requireFingerprint(link, firstOf(endpoint.serverCertificate));
  }
  return endpoint;
}

async function endpointsOf(link: Server, opcua: Opcua, identity: Identity) {
  const connection = await connectTo(link, opcua);
  const client = clientOn(opcua, connection, identity, {});
  try {
    await answered(client.connect(connection.endpoint), connection, identity);
    const endpoints = await answered(client.getEndpoints(), connection, identity);
    return endpoints.filter(({ endpointUrl }) => endpointUrl?.startsWith('opc.tcp:'));
  } finally {
    await closed(client, connection);
  }
}

/** A channel that is only signed would show the password where the server wants it as it is. */
function requireSealed({ MessageSecurityMode, UserTokenType }: Opcua, offered: readonly EndpointDescription[]): void {
  for (const { securityMode, securityPolicyUri, userIdentityTokens } of offered) {
    if (securityMode !== MessageSecurityMode.Sign) continue;
    const named = (userIdentityTokens ?? []).filter(({ tokenType }) => tokenType === UserTokenType.UserName);
    if (named.some((each) => policyOf(each.securityPolicyUri || securityPolicyUri) === 'None'))
      throw new NotHeard(say('userNotTaken'));
  }
}

/** Whoever has answered is the server that somebody has seen at the machine. */
function requireFingerprint({ settings }: Server, certificate: Uint8Array): void {
  const fingerprint = fingerprintOf(certificate);
  const entered = settings['fingerprint'];
  if (entered === undefined) throw new NotHeard(say('fingerprintMissing', { fingerprint }));
  if (!sameFingerprint(entered, fingerprint)) throw new NotHeard(say('fingerprintOther', { fingerprint }));
}

/** The library goes on asking, or waits. */
const sessionOver = /^Bad(?:SessionClosed|SessionIdInvalid|SessionNotActivated|NoSubscription)$/;

const policyOf = (uri: string | null): string => (uri ?? '').replace(/^.*#/, '');

type ClientOptions = Parameters<Opcua['OPCUAClient']['create']>[0];

const clientOn = (opcua: Opcua, connection: Connection, identity: Identity, more: ClientOptions): OPCUAClient =>
  opcua.OPCUAClient.create({
    ...{ applicationName, applicationUri: identity.applicationUri, clientName: applicationName },
    // Neither it nor what it trusts is kept in files.
    certificateKeyPairProvider: identity.provider,
    transportFactory: connection.transports,
    ...{ transportTimeout: seconds * 1000, defaultTransactionTimeout: seconds * 1000, requestedSessionTimeout: 60_000 },
    // Whoever asks connects again, as with any other machine.
    connectionStrategy: { maxRetry: 0, initialDelay: 1000, maxDelay: 1000 },
    // It may call itself as it likes: it is called where somebody has said.
    endpointMustExist: false,
    ...more,
  });

/** A server has few sessions, and keeps one for a while that nobody has closed. */
async function closed(client: OPCUAClient, connection: Connection): Promise<void> {
  const end = () => connection.end(new NotHeard(say('serverGone')));
  const late = setTimeout(end, 2000);
  await client.disconnect().catch(() => {});
  clearTimeout(late);
  end();
}

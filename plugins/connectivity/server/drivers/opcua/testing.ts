import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import opcua from 'node-opcua-client';
import { OPCUACertificateManager } from 'node-opcua-certificate-manager';
import { OPCUAServer, type OPCUAServerOptions, type ServerSession } from 'node-opcua-server';

export const { DataType, MessageSecurityMode, StatusCodes, Variant, VariantArrayType } = opcua;

/** The whole of the standard takes five times as long. */
const small = join(
  dirname(createRequire(import.meta.url).resolve('node-opcua-address-space/package.json')),
  'nodesets/mini.Nodeset2.xml',
);

/** A server of a machine on loopback, with variables at `ns=1;s=<name>`. Its certificates are in a folder that goes with it. */
export async function opcuaServer(more: Partial<OPCUAServerOptions> = {}) {
  opcua.setErrorLogger(() => {});
  opcua.setWarningLogger(() => {});
  const rootFolder = await mkdtemp(join(tmpdir(), 'sinter-opcua-'));
  const certificates = new OPCUACertificateManager({ rootFolder, automaticallyAcceptUnknownCertificate: true });
  const server = new OPCUAServer({
    ...{ port: await freePort(), host: '127.0.0.1', resourcePath: '/machine', hostname: 'elsewhere.invalid' },
    ...{ nodesets: small, isAuditing: false, alternateHostname: '127.0.0.1' },
    ...{ serverCertificateManager: certificates, userCertificateManager: certificates },
    userManager: { isValidUser: (user: string, password: string) => user === 'sinter' && password === 'key' },
    ...more,
  });
  await server.initialize();
  const space = server.engine.addressSpace;
  if (!space) throw new Error('The server has no address space.');
  const machine = space.getOwnNamespace().addObject({ organizedBy: space.rootFolder.objects, browseName: 'Machine' });
  const sessions = new Set<ServerSession>();
  server.on('create_session', (session) => sessions.add(session));
  server.on('session_closed', (session) => sessions.delete(session));
  await server.start();
  return {
    server,
    certificates,
    url: `opc.tcp://127.0.0.1:${server.endpoints[0]?.port}/machine`,
    variable(name: string, dataType: opcua.DataType, value: unknown, arrayType?: opcua.VariantArrayType) {
      const added = space.getOwnNamespace().addVariable({
        ...{ componentOf: machine, browseName: name, nodeId: `s=${name}`, dataType: opcua.DataType[dataType] },
        value: { dataType, value, ...(arrayType !== undefined && { arrayType }) },
      });
      return { added, set: (next: unknown) => void added.setValueFromSource(new Variant({ dataType, value: next })) };
    },
    sessions,
    endSessions() {
      for (const { authenticationToken } of [...sessions])
        server.engine.closeSession(authenticationToken, true, 'Terminated');
    },
    async stop() {
      await server.shutdown(0);
      await rm(rootFolder, { recursive: true, force: true });
    },
  };
}

/** The server asks for a number: one that is given to nobody who asks for any. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const free = await new Promise<boolean>((answer) => {
      server.once('error', () => answer(false));
      server.listen(port, '127.0.0.1', () => answer(true));
    });
    if (!free) continue;
    await new Promise<void>((closed) => void server.close(() => closed()));
    return port;
  }
  throw new Error('There is no port.');
}

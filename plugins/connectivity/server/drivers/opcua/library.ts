export type {
  ClientSession,
  DataValue,
  EndpointDescription,
  ErrorCallback,
  OPCUAClient,
  UserIdentityInfo,
} from 'node-opcua-client';
export type { IClientTransportFactory } from 'node-opcua-transport';

/** The library, which only who listens to an OPC UA server pays for. Bundled, its parts have no names but this one. */
export async function loadOpcua() {
  const [{ default: opcua }, { default: transport }] = await Promise.all([
    import('node-opcua-client'),
    import('node-opcua-transport'),
  ]);
  // It speaks to the console. What concerns people is told in words; nothing else concerns anybody.
  const silent = (): void => {};
  opcua.setErrorLogger(silent);
  opcua.setWarningLogger(silent);
  opcua.setDebugLogger(silent);
  return { ...opcua, ClientTransportBase: transport.ClientTransportBase };
}
export type Opcua = Awaited<ReturnType<typeof loadOpcua>>;

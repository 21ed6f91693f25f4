import type { Reading } from '@sinter/sdk/contract/connectivity/connectors';
import type { Read } from './serve.ts';

export interface OpcuaServer {
  /** Each machine shows what it does now. */
  show(): void;
  close(): void;
}

/**
 * On this machine alone, an OPC UA server without security, with a node `ns=1;s=<machine>.<value>` for each value of each machine. `null` where
 * the library for servers is not installed, which only those who develop have.
 */
export async function opcuaServerOf(port: number, machines: readonly Read[]): Promise<OpcuaServer | null> {
  const library = await import('../../plugins/connectivity/server/drivers/opcua/testing.ts').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  });
  if (!library) return null;
  const { opcuaServer, DataType, MessageSecurityMode, StatusCodes, Variant } = library;
  const server = await opcuaServer({ port, securityModes: [MessageSecurityMode.None] });
  const shown = machines.map((read) => {
    const { machine } = read();
    const nodes = {
      state: server.variable(`${machine}.State`, DataType.String, 'OFFLINE'),
      job: server.variable(`${machine}.Job`, DataType.String, ''),
      progress: server.variable(`${machine}.Progress`, DataType.Double, 0),
      layer: server.variable(`${machine}.Layer`, DataType.Int32, 0),
      alarm: server.variable(`${machine}.Alarm`, DataType.String, ''),
    };
    return { read, nodes };
  });
  const tell = ({ vendorState, job, progress, layer, alarm }: Reading, { nodes }: (typeof shown)[number]): void => {
    // A machine that drops out has no value any more.
    if (vendorState === 'OFFLINE') {
      const nothing = new Variant({ dataType: DataType.String, value: '' });
      nodes.state.added.setValueFromSource(nothing, StatusCodes.BadNoCommunication);
      return;
    }
    nodes.state.set(vendorState);
    nodes.job.set(job ?? '');
    nodes.progress.set(Math.round((progress ?? 0) * 1000) / 10);
    nodes.layer.set(layer ?? 0);
    nodes.alarm.set(alarm?.text ?? '');
  };
  const show = (): void => {
    for (const each of shown) tell(each.read(), each);
  };
  show();
  return { show, close: () => void server.stop() };
}

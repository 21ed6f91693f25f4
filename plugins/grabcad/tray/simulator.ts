import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import * as z from 'zod';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { limits, subprotocol, trayLineSchema } from './messages.ts';
import type { AckFrame } from './messages.ts';
import { Session } from './session.ts';
import { Tool } from './tool.ts';
import type { SimulatorOptions } from './tool.ts';
import { printer } from './tray.ts';

/** What `GET /status` answers. */
export const simulatorStatusSchema = z.object({
  tray: z.array(trayLineSchema),
  /** Origins of the open sessions. */
  sessions: z.array(z.string()),
  user: z.string().nullable(),
  /** It has a token of its own. */
  signedIn: z.boolean(),
  job: z.object({ jobId: z.number(), jobName: z.string() }).nullable(),
  slot: z.object({ fromDate: z.string(), toDate: z.string() }).nullable(),
  submitted: z.array(z.object({ jobId: z.number(), created: z.boolean(), status: z.string() })),
  /** Commands done, and answers repeated for commands that came again. */
  done: z.number(),
  repeated: z.number(),
});
export type SimulatorStatus = z.infer<typeof simulatorStatusSchema>;

export interface TraySimulator {
  readonly port: number;
  status(): SimulatorStatus;
  /** Presses the tool's Save: sends SAVE_JOB to the newest page. Throws `NO_ESTIMATE`, `NOT_CONNECTED`, `TIMEOUT`. */
  saveJob(): Promise<AckFrame>;
  close(): Promise<void>;
}

/** A working tray tool without a slicer: both loopback addresses, one port. */
export async function startTraySimulator(options: SimulatorOptions): Promise<TraySimulator> {
  const tool = new Tool(options);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes,
    // Something has to be chosen for the page to learn, from a close code, why it is turned away.
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : ([...offered][0] ?? false)),
  });

  const status = (): SimulatorStatus => ({
    tray: tool.tray.lines(),
    sessions: [...tool.pages].filter((page) => page.open).map((page) => page.origin),
    user: tool.user,
    signedIn: tool.token !== null,
    job: tool.job && { jobId: tool.job.jobId, jobName: tool.job.jobName },
    slot: tool.slot,
    submitted: tool.submitted,
    done: tool.done,
    repeated: tool.repeated,
  });

  const answerHttp = (request: IncomingMessage, response: ServerResponse): void => {
    const allowed = ownHost(request) && request.headers.origin === undefined;
    const found = request.method === 'GET' && request.url === '/status';
    response.writeHead(!allowed ? 403 : !found ? 404 : 200, { 'content-type': 'application/json' });
    response.end(allowed && found ? JSON.stringify(status()) : '{}');
  };

  const servers: Server[] = [];
  let port = options.port;
  for (const address of ['127.0.0.1', '::1']) {
    const server = createServer(answerHttp);
    server.on('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
        new Session(tool, webSocket, request.headers.origin ?? null, ownHost(request));
      });
    });
    const bound = await listen(server, port, address);
    if (bound !== null) {
      port = bound;
      servers.push(server);
    } else options.log(`${address} does not exist on this computer`);
  }
  options.log(`${printer.name} on port ${port}, for ${options.origins.join(' and ')}`);

  return {
    port,
    status,
    saveJob: () => tool.saveJob(),
    close: async () => {
      tool.tray.clear();
      for (const client of sockets.clients) client.terminate();
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    },
  };
}

/** A page elsewhere may point a name of its own at this computer; its Host header still carries that name. */
function ownHost(request: IncomingMessage): boolean {
  const port = request.socket.localPort;
  const names = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`);
  return request.headers.host !== undefined && names.includes(request.headers.host.toLowerCase());
}

/** The port, or `null` where the address is unknown to this computer. */
function listen(server: Server, port: number, host: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(null);
      else reject(error);
    });
    server.listen({ port, host, ipv6Only: true }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

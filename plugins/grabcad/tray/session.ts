import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import {
  closeCodes,
  commands,
  decodeFrame,
  encodeFrame,
  errorAck,
  limits,
  okAck,
  readData,
  subprotocol,
} from './messages.ts';
import { exchange } from './exchange.ts';
import { TrayError } from './TrayError.ts';
import type { AckFrame, CommandAck, CommandData, CommandFrame, EventData, EventType, Frame } from './messages.ts';
import type { Page, Tool } from './tool.ts';
import { printer } from './tray.ts';

const silenceMs = limits.heartbeatSeconds * 1000 * (limits.missedHeartbeats + 1);

/** One page's connection to the simulated tool: hello, then commands. */
export class Session implements Page {
  readonly origin: string;
  readonly #tool: Tool;
  readonly #socket: WebSocket;
  readonly #nonce = randomUUID();
  readonly #sid = randomUUID();
  readonly #asked = new Map<string, { answered(ack: AckFrame): void; lost(): void }>();
  #stage: 'new' | 'checking' | 'open' = 'new';
  #deadline: NodeJS.Timeout | undefined;
  #pings: NodeJS.Timeout | undefined;

  constructor(tool: Tool, socket: WebSocket, origin: string | null, ownHost: boolean) {
    this.#tool = tool;
    this.#socket = socket;
    this.origin = origin ?? '';
    socket.on('error', (error) => tool.options.log(`Connection of ${this.origin}: ${error.message}`));
    if (origin === null || !ownHost || !tool.options.origins.includes(origin)) {
      tool.options.log(`Turned away: ${origin ?? 'no origin'}${ownHost ? '' : ', by a foreign host name'}`);
      socket.close(closeCodes.forbidden);
      return;
    }
    if (socket.protocol !== subprotocol) {
      socket.close(closeCodes.version);
      return;
    }
    tool.pages.add(this);
    socket.on('close', () => this.#ended());
    socket.on('message', (data, isBinary) => this.#receive(isBinary ? null : String(data)));
    this.#closeAfter(tool.options.helloMs ?? limits.helloMs, closeCodes.unauthenticated);
    this.#emit('HELLO', {
      tool: 'Tray simulator',
      version: '1.0',
      protocols: [tool.options.faults?.oldVersion ? 'am-tray.v0' : subprotocol],
      nonce: this.#nonce,
      caps: ['ESTIMATE', 'PRINTER', 'INSERT_JOB'],
    });
  }

  get open(): boolean {
    return this.#stage === 'open' && this.#socket.readyState === this.#socket.OPEN;
  }

  saveJob(data: CommandData<'SAVE_JOB'>): Promise<AckFrame> {
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#asked.delete(id);
      };
      const fail = (code: string, message: string): void => {
        end();
        reject(new TrayError(code, message));
      };
      const timer = setTimeout(() => fail('TIMEOUT', 'The page did not answer in time.'), limits.ackMs);
      this.#asked.set(id, {
        answered: (ack) => {
          end();
          resolve(ack);
        },
        lost: () => fail('NOT_CONNECTED', 'The page has gone.'),
      });
      this.#send({ v: 1, id, kind: 'cmd', type: 'SAVE_JOB', ts: Date.now(), sid: this.#sid, data });
    });
  }

  progress(progress: EventData<'PROGRESS'>): void {
    this.#emit('PROGRESS', progress);
  }

  #receive(text: string | null): void {
    const decoded = decodeFrame(text);
    if ('close' in decoded) {
      this.#socket.close(decoded.close);
      return;
    }
    const { frame } = decoded;
    if (this.#stage !== 'open') {
      if (this.#stage === 'new' && frame.kind === 'cmd' && frame.type === 'HELLO') void this.#greet(frame);
      else this.#socket.close(closeCodes.unauthenticated);
      return;
    }
    this.#closeAfter(this.#silenceMs, closeCodes.silent);
    if (frame.kind === 'ack') this.#asked.get(frame.replyTo)?.answered(frame);
    else if (frame.kind === 'cmd') void this.#command(frame);
    else if (frame.type === 'PING') this.#emit('PONG', {});
  }

  async #greet(frame: CommandFrame): Promise<void> {
    const { options, paired } = this.#tool;
    this.#stage = 'checking';
    clearTimeout(this.#deadline);
    if (options.faults?.oldVersion) {
      this.#socket.close(closeCodes.version);
      return;
    }
    try {
      const { origin, ticket } = readData(commands.HELLO.data, frame.data);
      if (origin !== this.origin) throw new TrayError('TICKET_REFUSED', 'The page gives another origin than its own.');
      const claims = await options.checkTicket?.(ticket, { origin, nonce: this.#nonce });
      if (!paired.has(origin)) {
        this.#emit('PAIRING', {});
        if (!(await options.accept(origin))) throw new TrayError('PAIRING_REFUSED', 'The person at the tool said no.');
        paired.add(origin);
        options.log(`Paired with ${origin}`);
      }
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      this.#stage = 'open';
      options.log(claims ? `${origin}: user ${claims.user}, facility ${claims.facility}` : `${origin}: unchecked`);
      this.#watch();
      this.#send(okAck(frame.id, { sid: this.#sid, heartbeatSeconds: limits.heartbeatSeconds }));
    } catch (error) {
      this.#send(this.#failed(frame, error));
      const byPerson = error instanceof TrayError && error.code === 'PAIRING_REFUSED';
      this.#socket.close(byPerson ? closeCodes.forbidden : closeCodes.unauthenticated);
    }
  }

  async #command(frame: CommandFrame): Promise<void> {
    if (frame.sid !== this.#sid) {
      this.#send(errorAck(frame.id, 'NO_SESSION', 'This session is not the connection’s.'));
      return;
    }
    const tool = this.#tool;
    const faults = tool.options.faults ?? {};
    const key = `${this.origin} ${frame.id}`;
    const known = tool.answered.has(key);
    if (known) tool.repeated += 1;
    else tool.done += 1;
    const cut = !known && faults.drop !== undefined && tool.done % faults.drop === 0;
    const ack = await tool.answered.answer(key, () =>
      this.#perform(frame).then(
        (data) => okAck(frame.id, data),
        (error: unknown) => this.#failed(frame, error),
      ),
    );
    if (faults.slow) await wait(faults.slow);
    if (cut) {
      this.#socket.terminate();
      return;
    }
    this.#send(ack);
    if (faults.duplicate) this.#send(ack);
  }

  async #perform({ id, type, data }: CommandFrame): Promise<unknown> {
    const tool = this.#tool;
    const { log, faults } = tool.options;
    switch (type) {
      case 'LOGIN': {
        const login = readData(commands.LOGIN.data, data);
        if (login.serverOrigin !== this.origin) {
          throw new TrayError('INVALID_DATA', 'A page signs in to its own server only.');
        }
        tool.token = await exchange(login.serverOrigin, login.code);
        tool.user = `${login.user.firstName} ${login.user.lastName}`;
        log(`Connected to CO-AM Server ${login.serverOrigin} as ${tool.user}`);
        return {};
      }
      case 'INSERT_MODELS': {
        const { models } = readData(commands.INSERT_MODELS.data, data);
        const result = await tool.tray.insert(models, (progress) =>
          tool.progress(this.origin, { commandId: id, ...progress }),
        );
        for (const { fileId, code } of result.failed) log(`File ${fileId} was not inserted: ${code}`);
        this.#show();
        return result;
      }
      case 'CLEAR_TRAY': {
        readData(commands.CLEAR_TRAY.data, data);
        const removed = tool.tray.clear();
        tool.job = null;
        this.#show();
        return { removed } satisfies CommandAck<'CLEAR_TRAY'>;
      }
      case 'REQUEST_DATA':
        return this.#facts(readData(commands.REQUEST_DATA.data, data).what);
      case 'INSERT_JOB': {
        const job = readData(commands.INSERT_JOB.data, data);
        if (faults?.notQueued) throw new TrayError('JOB_NOT_QUEUED', 'The job is no longer in queue.');
        tool.tray.mustHold(job.models);
        tool.job = job;
        tool.slot = { fromDate: job.fromDate, toDate: job.toDate };
        log(`Job ${job.jobId} “${job.jobName}” on ${job.equipment.name}`);
        return { accepted: true } satisfies CommandAck<'INSERT_JOB'>;
      }
      case 'FROM_DATE': {
        tool.slot = readData(commands.FROM_DATE.data, data);
        log(`From ${new Date(Number(tool.slot.fromDate)).toISOString()}`);
        return {};
      }
      case 'JOB_SUBMITTED_SUCCESS': {
        const submitted = readData(commands.JOB_SUBMITTED_SUCCESS.data, data);
        tool.submitted.push(submitted);
        tool.job = null;
        tool.slot = null;
        log(`Job ${submitted.jobId} was ${submitted.created ? 'created' : 'updated'}: ${submitted.status}`);
        this.#show();
        return {};
      }
      default:
        throw new TrayError('UNSUPPORTED', `This tool does not know ${type}.`);
    }
  }

  #facts(what: CommandData<'REQUEST_DATA'>['what']): CommandAck<'REQUEST_DATA'> {
    const { tray } = this.#tool;
    if (what === 'TRAY') return { what, tray: tray.lines() };
    if (what === 'PRINTER') return { what, printer };
    return { what, ...tray.estimate() };
  }

  #failed(frame: CommandFrame, error: unknown): AckFrame {
    this.#tool.options.log(`${frame.type} failed: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof TrayError) return errorAck(frame.id, error.code, error.message);
    return errorAck(frame.id, 'INTERNAL', 'The tool could not do this.');
  }

  #show(): void {
    const lines = this.#tool.tray.lines();
    this.#tool.options.log(lines.length === 0 ? 'The tray is empty.' : 'Tray:');
    for (const line of lines) this.#tool.options.log(`  ${line.quantity} × ${line.fileName} (order ${line.orderId})`);
  }

  #emit<T extends EventType>(type: T, data: EventData<T>): void {
    const sid = this.#stage === 'open' ? this.#sid : undefined;
    this.#send({ v: 1, id: randomUUID(), kind: 'evt', type, ts: Date.now(), sid, data });
  }

  #send(frame: Frame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    try {
      this.#socket.send(encodeFrame(frame));
    } catch (error) {
      if (frame.kind !== 'ack' || !(error instanceof TrayError)) throw error;
      this.#tool.options.log(`An answer could not be sent: ${error.message}`);
      this.#socket.send(encodeFrame(errorAck(frame.replyTo, error.code, error.message)));
    }
  }

  /** A browser answers WebSocket pings even for a page in the background, whose own timers are slow. */
  #watch(): void {
    this.#closeAfter(this.#silenceMs, closeCodes.silent);
    this.#socket.on('pong', () => this.#closeAfter(this.#silenceMs, closeCodes.silent));
    this.#pings = setInterval(() => this.#socket.ping(), this.#silenceMs / (limits.missedHeartbeats + 1));
  }

  get #silenceMs(): number {
    return this.#tool.options.silenceMs ?? silenceMs;
  }

  #closeAfter(ms: number, code: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#socket.close(code), ms);
  }

  #ended(): void {
    clearTimeout(this.#deadline);
    clearInterval(this.#pings);
    this.#tool.pages.delete(this);
    for (const { lost } of this.#asked.values()) lost();
  }
}

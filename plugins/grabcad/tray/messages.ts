import * as z from 'zod';
import { TrayError } from './TrayError.ts';

/** The open tray protocol: what the page and the tray tool say to each other. README.md tells it in words. */
export const subprotocol = 'am-tray.v1';
export const trayPort = 12001;

export const limits = {
  /** UTF-8 bytes of one text frame. */
  frameBytes: 1_048_576,
  /** The page must say HELLO this soon after the tool has. */
  helloMs: 5_000,
  ackMs: 10_000,
  /** INSERT_MODELS waits for downloads, and HELLO for a person while the tool asks them to pair. */
  longAckMs: 120_000,
  heartbeatSeconds: 15,
  missedHeartbeats: 2,
  reconnectMinMs: 500,
  reconnectMaxMs: 30_000,
  queuedCommands: 50,
  rememberedIds: 500,
  modelsPerCommand: 500,
} as const;

export const closeCodes = {
  /** Not JSON, not an envelope, or a binary frame. */
  malformed: 4400,
  /** No HELLO in time, or the ticket was refused. */
  unauthenticated: 4401,
  /** Origin or Host not allowed, or the person said no. */
  forbidden: 4403,
  /** No protocol version in common. */
  version: 4406,
  /** Nothing heard for several heartbeats. */
  silent: 4408,
} as const;

const id = z.number().int().positive();
const text = z.string().max(500);
const nothing = z.object({});
/** Epoch milliseconds, as everywhere in the scheduling calls. */
const instant = z.string().regex(/^\d{1,16}$/);
const fileName = z.string().min(1).max(255);
const quantity = z.number().int().positive();

export const trayLineSchema = z.object({ orderId: id, fileId: id, fileName, quantity });
export type TrayLine = z.infer<typeof trayLineSchema>;

export const modelSchema = trayLineSchema.extend({
  ext: z.string().max(16),
  /** What one unit of the file's coordinates is. */
  units: z.enum(['MM', 'CM', 'IN']),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  /** Good for one GET, for five minutes. */
  url: z.url({ protocol: /^https?$/ }).max(2_000),
});
export type TrayModel = z.infer<typeof modelSchema>;

/** Seconds and cubic metres, for the whole tray. */
const estimateSchema = z.object({
  durationSeconds: z.number().nonnegative(),
  materialM3: z.number().nonnegative(),
  supportM3: z.number().nonnegative(),
});
export type TrayEstimate = z.infer<typeof estimateSchema>;

export const printerSchema = z.object({
  name: text,
  process: text,
  /** The rate and the fixed time the tool's estimate rests on, where it is as simple as that. */
  buildRateM3PerHour: z.number().positive().optional(),
  setupSeconds: z.number().nonnegative().optional(),
});
export type TrayPrinter = z.infer<typeof printerSchema>;

/** Every command: its data and the data of its acknowledgement. */
export const commands = {
  HELLO: {
    data: z.object({ origin: z.string(), ticket: z.string().max(4_096) }),
    ack: z.object({ sid: z.string().min(1), heartbeatSeconds: z.number().positive() }),
  },
  LOGIN: {
    data: z.object({
      serverOrigin: z.string(),
      user: z.object({ firstName: text, lastName: text }),
      facilityId: id,
      /** Exchanged once with the server for a token of the tool's own (`exchange.ts`); never a token itself. */
      code: z.string().max(500),
    }),
    ack: nothing,
  },
  INSERT_MODELS: {
    data: z.object({ models: z.array(modelSchema).min(1).max(limits.modelsPerCommand) }),
    ack: z.object({ inserted: z.array(id), failed: z.array(z.object({ fileId: id, code: z.string() })) }),
  },
  CLEAR_TRAY: {
    data: z.object({ reason: z.enum(['USER', 'LAST_FILE_REMOVED', 'RESYNC']) }),
    ack: z.object({ removed: z.number().int().nonnegative() }),
  },
  REQUEST_DATA: {
    data: z.object({ what: z.enum(['TRAY', 'ESTIMATE', 'PRINTER']) }),
    ack: z.discriminatedUnion('what', [
      z.object({ what: z.literal('TRAY'), tray: z.array(trayLineSchema) }),
      estimateSchema.extend({ what: z.literal('ESTIMATE') }),
      z.object({ what: z.literal('PRINTER'), printer: printerSchema }),
    ]),
  },
  INSERT_JOB: {
    data: z.object({
      jobId: id,
      jobName: text,
      /** Lines already in the tray. */
      models: z.array(trayLineSchema).min(1).max(limits.modelsPerCommand),
      fromDate: instant,
      toDate: instant,
      equipment: z.object({ id, name: text }),
    }),
    ack: z.object({ accepted: z.literal(true) }),
  },
  SAVE_JOB: {
    data: z.object({
      /** Present when the tray came from an existing job. */
      jobId: id.optional(),
      tray: z.array(trayLineSchema).min(1),
      durationSeconds: z.number().nonnegative(),
      materialM3: z.number().nonnegative(),
      supportM3: z.number().nonnegative().optional(),
    }),
    ack: nothing,
  },
  FROM_DATE: { data: z.object({ fromDate: instant, toDate: instant }), ack: nothing },
  JOB_SUBMITTED_SUCCESS: { data: z.object({ jobId: id, created: z.boolean(), status: text }), ack: nothing },
} as const;

export type CommandType = keyof typeof commands;
/** What the page may ask of the tool once they have said hello. */
export type PageCommand = Exclude<CommandType, 'HELLO' | 'SAVE_JOB'>;
/** What the tool may ask of the page. */
export type ToolCommand = 'SAVE_JOB' | 'REQUEST_DATA';
export type CommandData<T extends CommandType> = z.output<(typeof commands)[T]['data']>;
export type CommandAck<T extends CommandType> = z.output<(typeof commands)[T]['ack']>;
const acks: { [T in CommandType]: { ack: z.ZodType<CommandAck<T>> } } = commands;

/** The acknowledgement's data. Throws the `TrayError` it reports, or `INVALID_DATA`. */
export function readAck<T extends CommandType>(type: T, ack: AckFrame): CommandAck<T> {
  if (ack.status === 'ERROR') throw new TrayError(ack.code, ack.message);
  return readData(acks[type].ack, ack.data);
}

/** Every event; events are not answered. */
export const events = {
  /** The tool's first frame on a connection. */
  HELLO: z.object({
    tool: text,
    version: text,
    protocols: z.array(z.string()),
    nonce: z.string().min(16).max(200),
    caps: z.array(z.string()),
  }),
  /** The tool is asking the person whether this page may use the tray. */
  PAIRING: nothing,
  /** How far one model of an INSERT_MODELS has come. */
  PROGRESS: z.object({
    commandId: z.uuid(),
    fileId: id,
    receivedBytes: z.number().nonnegative(),
    totalBytes: z.number().nonnegative(),
  }),
  PING: nothing,
  PONG: nothing,
} as const;
export type EventType = keyof typeof events;
export type EventData<T extends EventType> = z.output<(typeof events)[T]>;

const envelope = {
  v: z.literal(1),
  id: z.uuid(),
  type: z.string().max(64),
  ts: z.number(),
  sid: z.string().optional(),
  data: z.unknown(),
};
const commandFrame = z.object({ ...envelope, kind: z.literal('cmd') });
const eventFrame = z.object({ ...envelope, kind: z.literal('evt') });
const ackFrame = z.object({
  v: z.literal(1),
  kind: z.literal('ack'),
  replyTo: z.uuid(),
  status: z.enum(['OK', 'ERROR']),
  code: z.string().default(''),
  message: z.string().default(''),
  data: z.unknown(),
});
export type CommandFrame = z.infer<typeof commandFrame>;
export type EventFrame = z.infer<typeof eventFrame>;
export type AckFrame = z.infer<typeof ackFrame>;
export const frameSchema = z.discriminatedUnion('kind', [commandFrame, eventFrame, ackFrame]);
export type Frame = z.infer<typeof frameSchema>;

const encoder = new TextEncoder();

/** Throws `FRAME_TOO_LARGE`. */
export function encodeFrame(frame: Frame): string {
  const encoded = JSON.stringify(frame);
  if (encoder.encode(encoded).length > limits.frameBytes) {
    throw new TrayError('FRAME_TOO_LARGE', 'This is too much for one message to the tray tool.');
  }
  return encoded;
}

/** The frame, or the close code that its sender deserves. */
export function decodeFrame(received: unknown): { frame: Frame } | { close: number } {
  if (typeof received !== 'string') return { close: closeCodes.malformed };
  let json: unknown;
  try {
    json = JSON.parse(received);
  } catch {
    return { close: closeCodes.malformed };
  }
  const parsed = frameSchema.safeParse(json);
  if (parsed.success) return { frame: parsed.data };
  const otherVersion = z.object({ v: z.number().refine((v) => v !== 1) }).safeParse(json).success;
  return { close: otherVersion ? closeCodes.version : closeCodes.malformed };
}

export const okAck = (replyTo: string, data: unknown): AckFrame => ({
  v: 1,
  kind: 'ack',
  replyTo,
  status: 'OK',
  code: '',
  message: '',
  data,
});

export const errorAck = (replyTo: string, code: string, message: string): AckFrame => ({
  v: 1,
  kind: 'ack',
  replyTo,
  status: 'ERROR',
  code,
  message,
  data: {},
});

/** Data of a command as its receiver reads it. Throws `INVALID_DATA`, which is then its acknowledgement. */
export function readData<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new TrayError('INVALID_DATA', z.prettifyError(parsed.error));
}

import type { AnyCall, CallArguments, CallReply, Contract } from '@sinter/sdk/contract';
import { createToken } from '@sinter/sdk/plugin';
import type { FileReply, Handler } from '@sinter/sdk/server';
import type { ModuleHost } from '../hostModule.ts';
import type { RangedReply } from './bytes.ts';
import type { RequestContext } from './context.ts';

/** What a handler answers that has written the response itself (pushed events, redirects). */
export const alreadySent = Symbol('the response is already sent');

type HostReply<C extends AnyCall> = C extends { produces: 'stream' }
  ? FileReply | RangedReply | typeof alreadySent
  : C extends { produces: 'event-stream' }
    ? typeof alreadySent
    : CallReply<C>;
export type HostHandler<C extends AnyCall> = (
  context: RequestContext,
  input: CallArguments<C>,
) => Promise<HostReply<C>>;

/** A handler whose call's schemas have been forgotten; its input was parsed by them. */
export type ErasedHandler = (context: RequestContext, input: unknown) => Promise<unknown>;

/** A room of the host, or a plugin's server half. */
export interface CallOwner {
  id: string;
  contract: Contract;
}

/** Who answers which call. */
export class Handlers {
  readonly #byId = new Map<string, ErasedHandler>();

  /** Throws for a call that is not in the owner's contract, or is answered already. */
  add<C extends AnyCall>(owner: CallOwner, call: C, handler: Handler<C> | HostHandler<C>): void {
    if (!owner.contract.calls.includes(call)) {
      throw new Error(`${owner.id} answers "${call.id}", which is not in its contract.`);
    }
    if (this.#byId.has(call.id)) throw new Error(`"${call.id}" has two handlers.`);
    // The route parses the input by the schemas of this very call, which the map cannot say.
    this.#byId.set(call.id, handler as ErasedHandler);
  }

  get(call: AnyCall): ErasedHandler | undefined {
    return this.#byId.get(call.id);
  }

  /** Throws when one of these calls, other than an unfinished one, has no handler. */
  checkComplete(expected: readonly AnyCall[]): void {
    const lacking = expected.filter((call) => !call.unfinished && !this.#byId.has(call.id));
    if (lacking.length === 0) return;
    const list = lacking.map((call) => `  ${call.id}: ${call.method} ${call.path}`).join('\n');
    throw new Error(`These calls are declared, but nothing answers them:\n${list}`);
  }
}

export const callHandlers = createToken<Handlers>('host/Handlers@1');

export type Handle = <C extends AnyCall>(call: C, handler: HostHandler<C>) => void;

/** How a room answers its calls. */
export function handling(host: ModuleHost): Handle {
  const handlers = host.get(callHandlers);
  return (call, handler) => handlers.add(host, call, handler);
}

import type { Sentence } from '@sinter/sdk/contract';
import * as z from 'zod';
import type { Reported } from '../../listen/known.ts';
import { say } from '../../texts.ts';
import { line } from '../ask.ts';
import { NotHeard, type Link } from '../driver.ts';
import { plain, told, ToldMachine, type ToldField } from '../values.ts';
import type { DataValue, Opcua } from './library.ts';

/** Of a machine whose server cannot say what it does. */
const unavailable = 'UNAVAILABLE';

interface Node {
  id: string;
  field: ToldField;
  machine: ToldMachine;
  heard: boolean;
  wrong: Sentence | null;
}

/** What stands at the nodes of a connector, as readings. */
export class Nodes {
  readonly #machines: ToldMachine[];
  readonly #nodes: Node[];

  constructor({ sources, settings }: Pick<Link, 'sources' | 'settings'>) {
    this.#machines = sources.map(
      ({ machine, settings: places }) => new ToldMachine(line(machine, 120), places, settings['progressUnit']),
    );
    this.#nodes = sources.flatMap(({ settings: own }, index) => {
      const machine = this.#machines[index];
      return told.flatMap((field) => {
        const id = own[field];
        return id === undefined || !machine ? [] : [{ id, field, machine, heard: false, wrong: null }];
      });
    });
  }

  /** By the address of its namespace: the numbers of those change with each start of some servers. */
  get byNamespace(): boolean {
    return this.#nodes.some(({ id }) => id.startsWith('nsu='));
  }

  /**
   * What the library calls them, with their places; those of namespaces that the server does not have are left out; `null`: it has
   * not been asked yet. Throws `NotHeard` for what is none.
   */
  ids({ coerceNodeId }: Opcua, namespaces: readonly string[] | null) {
    return this.#nodes.flatMap((node, place) => {
      const [, written, own] = /^(?:ns=\d+;|nsu=([^;]+);)?([isgb]=.+)$/s.exec(node.id) ?? [];
      try {
        if (own !== undefined) {
          const namespace = written === undefined ? null : decodeURIComponent(written);
          const number = namespace === null ? -1 : (namespaces ?? []).indexOf(namespace);
          const id = coerceNodeId(namespace === null ? node.id : `ns=${Math.max(0, number)};${own}`);
          if (!namespaces || namespace === null || number >= 0) return [{ place, id }];
          this.#heard(node, say('namespaceUnknown', { namespace: shown(namespace), known: namesOf(namespaces) }), null);
          return [];
        }
      } catch {
        // Said below.
      }
      throw new NotHeard(say('nodeWrong', { node: shown(node.id) }));
    });
  }

  /** Something is known of each. */
  get complete(): boolean {
    return this.#nodes.every(({ heard }) => heard);
  }

  /** The server does not tell it. */
  refuse(index: number, status: string): void {
    const node = this.#nodes[index];
    if (node) this.#heard(node, refusal(node.id, status), null);
  }

  tell(index: number, { statusCode, value }: DataValue): void {
    const node = this.#nodes[index];
    if (!node) return;
    // The server has not read it yet.
    if (statusCode.name === 'BadWaitingForInitialData') return;
    const content = plainOf(value);
    // A machine that says nothing would stay as it was.
    const empty = node.field === 'state' && (content === null || content === '');
    if (statusCode.name.startsWith('Bad')) this.#heard(node, refusal(node.id, statusCode.name), null);
    else if (content === undefined || empty) this.#heard(node, say('valueWrong', { node: shown(node.id) }), null);
    else this.#heard(node, null, content);
  }

  #heard(node: Node, wrong: Sentence | null, content: ReturnType<typeof plain>): void {
    node.heard = true;
    node.wrong = wrong;
    if (!wrong) node.machine.tell([[node.field, content]]);
    // Anything else is as it was.
    else if (node.field === 'state') node.machine.tell([[node.field, unavailable]]);
  }

  /** What has happened since it was taken last, each machine's in its order. */
  drain(): Reported[] {
    return this.#machines.flatMap((machine) => machine.drain());
  }

  trouble(): Sentence | null {
    const wrong = this.#nodes.find((node) => node.wrong !== null)?.wrong;
    if (wrong) return wrong;
    const silent = this.#nodes.find(({ field, heard }) => field === 'state' && !heard);
    return silent ? say('nothingReported', { node: shown(silent.id) }) : null;
  }
}

function refusal(id: string, status: string): Sentence {
  const node = shown(id);
  if (/^Bad(?:UserAccessDenied|NotReadable|SecurityModeInsufficient)$/.test(status))
    return say('nodeRefused', { node });
  if (/^BadNodeId\w+$/.test(status)) return say('nodeUnknown', { node });
  return say('nodeBad', { node, status: line(status, 80) });
}

const shown = (id: string): string => line(id, 200);
/** The first is the one of the standard. */
const namesOf = (namespaces: readonly string[]): string => line(namespaces.slice(1).join(', '), 300) || '–';

/** Numbers of the standard (part 6, 5.1.2). */
const [int64, uint64, localizedText] = [8, 9, 21];
const int64Schema = z.tuple([z.number(), z.number()]);
const localizedSchema = z.object({ text: z.string().nullish() });

/** `undefined`: no text, number, true or false, or too much of it. */
function plainOf(variant: DataValue['value']): string | number | boolean | null | undefined {
  const { value, dataType, arrayType } = variant ?? {};
  const told: unknown = value;
  if (told === null || told === undefined) return null;
  if (arrayType !== undefined && Number(arrayType) !== 0) return undefined;
  if (dataType === int64 || dataType === uint64) {
    const parts = int64Schema.safeParse(told).data;
    if (!parts) return undefined;
    const bits = (BigInt(parts[0]) << 32n) | BigInt(parts[1]);
    return Number(dataType === int64 ? BigInt.asIntN(64, bits) : BigInt.asUintN(64, bits));
  }
  return plain(dataType === localizedText ? (localizedSchema.safeParse(told).data?.text ?? '') : told) ?? undefined;
}

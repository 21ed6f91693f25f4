import type { Sentence } from '@sinter/sdk/contract';
import type { Reported } from '../../listen/known.ts';
import { say } from '../../texts.ts';
import { line } from '../ask.ts';
import type { Link } from '../driver.ts';
import { told, ToldMachine } from '../values.ts';

/** Of one connector. */
const mostMachines = 500;
/** Levels of a path. */
const deepest = 20;

interface Published {
  topic: string;
  /** By which we hear of it. */
  filter: string;
  message: string;
}

/** Whether a topic is one of a filter, as MQTT has it (4.7). */
export function fits(filter: string, topic: string): boolean {
  const [wanted, levels] = [filter.split('/'), topic.split('/')];
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return true;
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false;
  }
  return wanted.length === levels.length;
}

/** What stands at a plain path: `print.progress`, `heads.0.state`. */
export function at(value: unknown, path: string): unknown {
  let here = value;
  for (const key of path.split('.').slice(0, deepest)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = Object.getOwnPropertyDescriptor(here, key)?.value;
  }
  return here;
}

/** A message that is one value, as people write it. */
function worth(message: string): unknown {
  const text = message.trim();
  return text === 'null' ? null : text.toLowerCase() === 'false' ? false : text;
}

/** Whether the last levels of a topic are these. */
const endsIn = (topic: string, end: string): boolean =>
  fits(end, topic.split('/').slice(-end.split('/').length).join('/'));

/** What is published under the topics of a connector, as readings. */
export class Topics {
  readonly #link: Pick<Link, 'settings' | 'sources'>;
  readonly #machines = new Map<string, ToldMachine>();
  readonly #heard = new Set<string>();
  /** By topic, why what was published there last says nothing. */
  readonly #wrong = new Map<string, Sentence>();
  /** By machine, whose messages have not said yet what it does. */
  readonly #stateless = new Map<string, Sentence>();

  constructor(link: Pick<Link, 'settings' | 'sources'>) {
    this.#link = link;
  }

  get filters(): string[] {
    return [...new Set(this.#link.sources.map(({ settings }) => settings['topic'] ?? ''))];
  }

  /** Something has been published under each topic, and each machine has said what it does. */
  get complete(): boolean {
    return this.#stateless.size === 0 && this.filters.every((filter) => this.#heard.has(filter));
  }

  publish(topic: string, message: string): void {
    const source = this.#link.sources.find(({ settings }) => fits(settings['topic'] ?? '', topic));
    if (!source) return;
    const filter = source.settings['topic'] ?? '';
    this.#heard.add(filter);
    const machine = this.#machineOf(nameOf(source.machine, filter, topic));
    if (!machine) return;
    this.#wrong.delete(topic);
    const wrong = this.#take(machine, { topic, filter, message });
    if (wrong && this.#wrong.size < mostMachines) this.#wrong.set(topic, wrong);
  }

  #machineOf(name: string): ToldMachine | null {
    const known = this.#machines.get(name);
    if (known || name === '' || this.#machines.size >= mostMachines) return known ?? null;
    const machine = new ToldMachine(name, this.#link.settings, this.#link.settings['progressUnit']);
    this.#machines.set(name, machine);
    return machine;
  }

  /** What it says at a place: a path in it, or the end of its topic; `null`: nothing. */
  #placesIn({ topic, message }: Published): ((place: string) => unknown) | null {
    if (this.#link.settings['messages'] === 'TEXT') {
      const value = worth(message);
      return (end) => (endsIn(topic, end) ? value : undefined);
    }
    try {
      const content: unknown = JSON.parse(message);
      return (path) => at(content, path);
    } catch {
      return null;
    }
  }

  /** What a message does not say stays as it was. Answers what is wrong with it. */
  #take(machine: ToldMachine, published: Published): Sentence | null {
    const { settings } = this.#link;
    const shown = line(published.topic, 200);
    const said = this.#placesIn(published);
    if (!said) return say('messageNotJson', { topic: shown });
    const values = told.flatMap((field) => {
      const place = settings[field];
      const value = place === undefined ? undefined : said(place);
      return value === undefined ? [] : [[field, value] as const];
    });
    if (machine.tell(values)) {
      this.#stateless.delete(machine.name);
      return null;
    }
    const path = settings['state'] ?? '';
    const wrong =
      settings['messages'] === 'TEXT'
        ? say('topicWithoutState', { topic: line(published.filter, 200), end: path })
        : say('messageWithoutState', { topic: shown, path });
    this.#stateless.set(machine.name, wrong);
    return null;
  }

  /** What was published since it was taken last, each machine's in its order. */
  drain(): Reported[] {
    return [...this.#machines.values()].flatMap((machine) => machine.drain());
  }

  /** What is wrong with what is published; `null`: nothing. */
  trouble(): Sentence | null {
    const [wrong] = [...this.#wrong.values(), ...this.#stateless.values()];
    if (wrong) return wrong;
    const silent = this.filters.find((filter) => !this.#heard.has(filter));
    return silent === undefined ? null : say('nothingPublished', { topic: silent });
  }
}

/** `+` as the name of a machine: it is called as what stands there in its topic. */
function nameOf(machine: string, filter: string, topic: string): string {
  const level = filter.split('/').indexOf('+');
  return line(machine === '+' && level >= 0 ? (topic.split('/')[level] ?? '') : machine, 120);
}

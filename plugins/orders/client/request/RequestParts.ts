import { runInAction } from 'mobx';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import { mostLines } from '@sinter/sdk/contract/orders/request';
import type { ShownForm } from '@sinter/sdk/contract/orders/requestForms';
import type {
  FilePreparation,
  PreparationPurpose,
  PreparedPart,
} from '@sinter/sdk/contract/preparation/filePreparation';
import type { LengthUnit } from '@sinter/sdk/contract/preparation/lengthUnit';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question, together } from '@sinter/sdk/state';
import { FileLines } from '@sinter/sdk/state/files';
import * as z from 'zod';
import { choiceSchema, plainChoice, type Choice } from './choice.ts';
import { Offers, type Sourced } from '../dates/Offers.ts';
import { Estimates } from './Estimates.ts';
import { AskedForm } from './AskedForm.ts';
import { firstChoice, materialsOf, within, type Offer } from './offer.ts';
import { PartLine } from './PartLine.ts';
import { contentOf, giveBack, letGo, wait, waitingFileSchema, type WaitingFile } from './WaitingFile.ts';

export const keptPartsSchema = z.object({
  /** `null`: not answered. */
  exportControlled: z.boolean().nullable(),
  /** By the preparation's id. */
  choices: z.record(z.string(), choiceSchema),
  /** The part that was taken off last, and can be put back. */
  removedId: z.string().nullable(),
  waiting: z.array(waitingFileSchema).default([]),
});
/** What is entered for the parts of a request, kept in the tab. */
export type KeptParts = z.infer<typeof keptPartsSchema>;
export const noParts: KeptParts = { exportControlled: null, choices: {}, removedId: null, waiting: [] };

interface Options {
  files: FilePreparation;
  purpose: PreparationPurpose;
  kept: KeptParts;
  /** Whom the person wants asked. */
  sourced: () => Sourced;
  /** Which preparations of an earlier visit belong here; all of the purpose when left out. */
  owns?: (preparationId: string) => boolean;
  /** There is more entered than parts. */
  begun: () => boolean;
  /** Another form asks from now on. */
  onForm: (form: ShownForm | null) => void;
}

/** The parts of a request: files become parts, parts get a process, a material and a price. */
export class RequestParts {
  exportControlled: boolean | null;
  /** Chosen before the export question was answered. */
  waiting: readonly WaitingFile[];
  /** A file that was chosen in place of a waiting one, and is another. */
  wrongFile: { id: string; chosen: string } | null = null;
  /** Files that an order had no room for. */
  tooMany = 0;
  removedId: string | null;
  /** Has the person tried to send it? Only then is what is missing marked. */
  tried = false;
  /** What is asked, and what can be chosen. */
  readonly asked: AskedForm;
  readonly estimates: Estimates;
  /** Asked for once they are started. */
  readonly dates: Offers;
  readonly #purpose: PreparationPurpose;
  readonly #files: FileLines<PartLine>;
  readonly #offer: Question<void, Offer>;
  #choices: KeptParts['choices'];
  #adding: Choice | 'likeTheLast' | null = null;

  constructor(
    host: Pick<PluginHost, 'api' | 'events' | 'log'>,
    { files, purpose, kept, sourced, begun, onForm, owns = () => true }: Options,
  ) {
    this.#purpose = purpose;
    this.#choices = kept.choices;
    this.exportControlled = kept.exportControlled;
    this.removedId = kept.removedId;
    this.waiting = kept.waiting;
    this.#files = new FileLines<PartLine>({
      files,
      lineOf: (file) => {
        if (file.preparation.purpose !== purpose) return null;
        const adding = this.#adding;
        if (adding === null && !owns(file.id)) return null;
        const chosen = adding === null || adding === 'likeTheLast' ? this.#choices[file.id] : adding;
        return new PartLine(file, chosen ?? this.#likeTheLast());
      },
    });
    this.#offer = new Question<void, Offer>(host, {
      ask: (_, signal) => host.api.call(listOfferedMaterials, {}, { signal }),
      failed: 'what is offered could not be loaded',
      onAnswer: () => this.#fit(),
    });
    this.asked = new AskedForm(host, {
      begun: () => begun() || !this.isEmpty,
      onTaken: (form) => {
        this.#fit();
        onForm(form);
      },
    });
    this.estimates = new Estimates(host, () => (this.pricesShown ? this.shown : []));
    this.dates = new Offers(host, () => ({
      ...sourced(),
      files: this.estimates.wanted,
      exportControlled: this.exportControlled ?? true,
    }));
    makeStore(this);
  }

  /** `ask`: begins to ask for the form. */
  start(ask = () => this.asked.start()): Dispose {
    const dispose = together(this.#files.start(), this.#offer.start(), ask(), this.estimates.start());
    if (this.exportControlled !== null) this.#send();
    return () => {
      this.dropRemoved();
      dispose();
    };
  }

  get lines(): readonly PartLine[] {
    return this.#files.lines;
  }

  /** Those on the screen: without the one that was taken off last. */
  get shown(): PartLine[] {
    return this.lines.filter(({ id }) => id !== this.removedId);
  }

  get removed(): PartLine | undefined {
    return this.lines.find(({ id }) => id === this.removedId);
  }

  get isEmpty(): boolean {
    return this.shown.length === 0 && this.waiting.length === 0;
  }

  get offer(): Offer | null {
    const { answer } = this.#offer;
    return answer && within(answer, this.asked.form);
  }

  /** Or all prices come with the quotes. */
  get pricesShown(): boolean {
    return this.asked.form?.autoQuote ?? true;
  }

  get offerError(): unknown {
    return this.#offer.error;
  }

  retryOffer(): void {
    this.#offer.retry();
  }

  get extensions(): readonly string[] {
    return this.#files.files.extensions;
  }

  /** Extensions that can be uploaded, although nobody reads them here yet. */
  get needConverter(): readonly string[] {
    return this.#files.needConverter;
  }

  get kept(): KeptParts {
    const choices = Object.fromEntries(this.lines.map(({ id, choice }) => [id, choice]));
    return { exportControlled: this.exportControlled, removedId: this.removedId, waiting: [...this.waiting], choices };
  }

  /** Whether files are controlled is known before their first byte is sent: those that wait for it go now. */
  answer(exportControlled: boolean | null): void {
    this.exportControlled = exportControlled;
    if (exportControlled !== null) this.#send();
  }

  add(files: readonly File[]): void {
    const room = Math.max(mostLines - this.lines.length - this.waiting.length, 0);
    this.tooMany = Math.max(files.length - room, 0);
    const taken = files.slice(0, room);
    if (this.exportControlled === null) this.waiting = [...this.waiting, ...taken.map(wait)];
    else this.#start(taken, this.exportControlled);
  }

  /** After a reload only the person can give a waiting file back. */
  chooseAgain(waiting: WaitingFile, file: File): void {
    this.wrongFile = giveBack(waiting, file) ? null : { id: waiting.id, chosen: file.name };
    if (this.exportControlled !== null) this.#send();
    // Whether it is there is no state of its own.
    else this.waiting = [...this.waiting];
  }

  dropWaiting(dropped: WaitingFile): void {
    letGo(dropped);
    this.waiting = this.waiting.filter(({ id }) => id !== dropped.id);
  }

  /** Takes a file that is on the server already. With `part` it is prepared. */
  adopt(file: FileDto, units: LengthUnit, choice?: Choice, part?: PreparedPart): PartLine | undefined {
    this.#adding = choice ?? 'likeTheLast';
    const { id } = this.#files.files.adopt(file, { purpose: this.#purpose, units, ...(part ? { part } : {}) });
    this.#adding = null;
    return this.lines.find((line) => line.id === id);
  }

  /** Process and material of one line for all of them. */
  useForAll({ amProcessId, materialId }: PartLine): void {
    for (const line of this.shown) Object.assign(line, { amProcessId, materialId, problem: null });
  }

  /** Takes a part off; until the next one goes, it can be put back. Its file goes on being prepared meanwhile. */
  remove({ id }: Pick<PartLine, 'id'>): void {
    this.dropRemoved();
    this.removedId = id;
  }

  undoRemove(): void {
    this.removedId = null;
  }

  dropRemoved(): void {
    const { removed } = this;
    this.removedId = null;
    if (removed) this.forget([removed]);
  }

  forget(lines: readonly PartLine[]): void {
    lines.forEach((line) => this.#files.remove(line));
  }

  /** Everything of the request is done with. */
  clear(): void {
    this.tried = false;
    this.tooMany = 0;
    this.dropRemoved();
    this.forget([...this.lines]);
    this.waiting.forEach(letGo);
    this.waiting = [];
    this.exportControlled = null;
  }

  /** A part has what can be chosen, where it has nothing or what cannot be. */
  #fit(): void {
    const { offer } = this;
    if (!offer) return;
    for (const line of this.lines) {
      const possible = materialsOf(offer, line.amProcessId).some(({ id }) => id === line.materialId);
      if (!possible) Object.assign(line, firstChoice(offer));
    }
  }

  #send(): void {
    const { exportControlled } = this;
    if (exportControlled === null) return;
    const there = this.waiting.filter((file) => contentOf(file) !== null);
    if (there.length === 0) return;
    this.waiting = this.waiting.filter((file) => !there.includes(file));
    this.#start(
      there.flatMap((file) => contentOf(file) ?? []),
      exportControlled,
    );
    there.forEach(letGo);
  }

  #start(files: readonly File[], itar: boolean): void {
    this.#adding = 'likeTheLast';
    for (const file of files) this.#files.files.start(file, this.#purpose, { itar });
    this.#adding = null;
  }

  /** A new part begins with what was chosen last. */
  #likeTheLast(): Choice {
    const last = this.shown.at(-1);
    const { amProcessId, materialId } = last ?? firstChoice(this.offer ?? []);
    return { ...plainChoice, amProcessId, materialId };
  }
}

/** Shows what a refusal says of single parts at those parts. */
export function markLines(lines: readonly PartLine[], fields: Readonly<Record<string, string>>): void {
  for (const [path, message] of Object.entries(fields)) {
    const index = /^rfqFileDTOs\.(\d+)/.exec(path)?.[1];
    const line = index === undefined ? undefined : lines[Number(index)];
    if (line) runInAction(() => (line.problem = message));
  }
}

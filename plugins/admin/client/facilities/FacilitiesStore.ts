import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { addFacility, listFacilities, updateFacility } from '@sinter/sdk/contract/admin/facilities';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import { ColumnChoice } from '@sinter/sdk/state/lists';

export type Facility = CallResult<typeof listFacilities>[number];
export type NewFacility = CallArguments<typeof addFacility>['body'];
export type FacilityChange = CallArguments<typeof updateFacility>['body'];
type Host = Pick<PluginHost, 'api' | 'location' | 'navigate' | 'log' | 'user'>;

type Panel = { kind: 'add' } | { kind: 'edit'; id: number };

/** The facilities of the enterprise. */
export class FacilitiesStore {
  search: string;
  timesCleared = 0;
  panel: Panel | null = null;
  readonly question: Question<void, readonly Facility[]>;
  /** Closes the facility beside the list, or opens it again. */
  readonly switching: Action<[Facility, active: boolean]>;
  readonly columns: ColumnChoice;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    this.search = new URLSearchParams(host.location.get().search).get('q') ?? '';
    this.question = new Question<void, readonly Facility[]>(host, {
      ask: (_asked, signal) => host.api.call(listFacilities, {}, { signal }),
      failed: 'the facilities could not be loaded',
    });
    this.switching = new Action(host, {
      run: (facility, active) => this.save(facility, { active }),
      failed: 'a facility could not be closed or opened',
    });
    this.columns = new ColumnChoice(host, 'FACILITY_COLUMNS', ['currency']);
    makeStore(this);
  }

  start(): Dispose {
    void this.columns.load();
    return this.question.start();
  }

  get facilities(): readonly Facility[] {
    return this.question.answer ?? [];
  }

  get found(): Facility[] {
    const words = this.search.toLocaleLowerCase();
    return this.facilities.filter(({ companyName, code, location }) =>
      `${companyName} ${code} ${location}`.toLocaleLowerCase().includes(words),
    );
  }

  get edited(): Facility | null {
    const { panel } = this;
    return panel?.kind === 'edit' ? (this.facilities.find(({ id }) => id === panel.id) ?? null) : null;
  }

  isHere({ id }: Facility): boolean {
    return this.#host.user.serviceProvider?.id === id;
  }

  searchFor(text: string): void {
    this.search = text;
    const { pathname } = this.#host.location.get();
    const search = new URLSearchParams(text === '' ? {} : { q: text });
    this.#host.navigate(text === '' ? pathname : `${pathname}?${search}`, { replace: true });
  }

  showAll(): void {
    this.timesCleared++;
    this.searchFor('');
  }

  add(): void {
    this.panel = { kind: 'add' };
  }

  edit({ id }: Facility): void {
    this.switching.forgive();
    this.panel = { kind: 'edit', id };
  }

  close(): void {
    this.panel = null;
  }

  /** The host's own screen switches, asks about unsaved work, and leads to the facility's dashboard. */
  goTo({ id }: Facility): void {
    this.#host.navigate(`/switch-facility/${id}`);
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async create(body: NewFacility): Promise<void> {
    const added = await this.#host.api.call(addFacility, { body });
    this.question.put([...this.facilities, added]);
    this.close();
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async save(facility: Facility, change: Partial<FacilityChange>): Promise<void> {
    const { id, companyName, code, timeZone, workplanEnabled, itarEnabled, active } = facility;
    const saved = await this.#host.api.call(updateFacility, {
      params: { id },
      body: { companyName, code, timeZone, workplanEnabled, itarEnabled, active, ...change },
    });
    this.question.put(this.facilities.map((one) => (one.id === id ? saved : one)));
  }
}

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { addFacility, listFacilities, updateFacility } from '@sinter/sdk/contract/host/facilities';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';
import { ColumnChoice } from '@sinter/sdk/state/lists';

export type Facility = CallResult<typeof listFacilities>[number];
export type NewFacility = CallArguments<typeof addFacility>['body'];
export type FacilityChange = CallArguments<typeof updateFacility>['body'];
type Host = Pick<PluginHost, 'api' | 'location' | 'navigate' | 'log' | 'user'>;

type Panel = { kind: 'add' } | { kind: 'edit'; id: number };

/** The facilities of the enterprise. */
export class FacilitiesStore {
  facilities: readonly Facility[] = [];
  loading = true;
  error: unknown = null;
  search: string;
  timesCleared = 0;
  panel: Panel | null = null;
  /** Why the facility beside the list could not be closed or opened again. */
  refusal: string | null = null;
  switching = false;
  readonly columns: ColumnChoice;

  constructor(private readonly host: Host) {
    this.columns = new ColumnChoice(host, 'FACILITY_COLUMNS', ['currency']);
    this.search = new URLSearchParams(host.location.get().search).get('q') ?? '';
    makeAutoObservable<this, 'host'>(
      this,
      { facilities: observableRef, error: observableRef, columns: false, host: false },
      { autoBind: true },
    );
  }

  start(): Dispose {
    void this.load();
    void this.columns.load();
    return () => {};
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
    return this.host.user.serviceProvider?.id === id;
  }

  async load(): Promise<void> {
    try {
      const facilities = await this.host.api.call(listFacilities, {});
      runInAction(() => {
        this.facilities = facilities;
        this.error = null;
      });
    } catch (error) {
      this.host.log.warn('The facilities could not be loaded', { error: String(error) });
      runInAction(() => (this.error = error));
    } finally {
      runInAction(() => (this.loading = false));
    }
  }

  retry(): void {
    this.loading = true;
    this.error = null;
    void this.load();
  }

  searchFor(text: string): void {
    this.search = text;
    const { pathname } = this.host.location.get();
    const search = new URLSearchParams(text === '' ? {} : { q: text });
    this.host.navigate(text === '' ? pathname : `${pathname}?${search}`, { replace: true });
  }

  showAll(): void {
    this.timesCleared++;
    this.searchFor('');
  }

  add(): void {
    this.panel = { kind: 'add' };
  }

  edit({ id }: Facility): void {
    this.refusal = null;
    this.panel = { kind: 'edit', id };
  }

  close(): void {
    this.panel = null;
  }

  /** The host's own screen switches, asks about unsaved work, and leads to the facility's dashboard. */
  goTo({ id }: Facility): void {
    this.host.navigate(`/switch-facility/${id}`);
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async create(body: NewFacility): Promise<void> {
    const added = await this.host.api.call(addFacility, { body });
    runInAction(() => {
      this.facilities = [...this.facilities, added];
      this.panel = null;
    });
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async save(facility: Facility, change: Partial<FacilityChange>): Promise<void> {
    const { id, companyName, code, timeZone, workplanEnabled, itarEnabled, active } = facility;
    const saved = await this.host.api.call(updateFacility, {
      params: { id },
      body: { companyName, code, timeZone, workplanEnabled, itarEnabled, active, ...change },
    });
    runInAction(() => (this.facilities = this.facilities.map((one) => (one.id === id ? saved : one))));
  }

  /** Closes a facility or opens it again; says whether it was done. What blocks it stands in `refusal`. */
  async setActive(facility: Facility, active: boolean): Promise<boolean> {
    this.switching = true;
    this.refusal = null;
    try {
      await this.save(facility, { active });
      return true;
    } catch (error) {
      this.host.log.warn('A facility could not be closed or opened', { id: facility.id, error: String(error) });
      runInAction(() => (this.refusal = messageOf(error)));
      return false;
    } finally {
      runInAction(() => (this.switching = false));
    }
  }
}

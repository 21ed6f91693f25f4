import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { joinMarketplace } from '@sinter/sdk/contract/host/account';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { readProviderProfile, updateProviderProfile } from '@sinter/sdk/contract/host/facilities';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import { listCountries } from '@sinter/sdk/contract/host/places';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';
import type { Country } from '@sinter/sdk/ui/form';
import { certificateList } from './certificates.ts';
import type { CertificateList } from './certificates.ts';

export type FacilityProfile = CallResult<typeof readProviderProfile>;
type Change = Omit<CallArguments<typeof updateProviderProfile>['body'], 'logoFileId'>;

/** A logo that is chosen and not saved yet. `file: null` takes the present one away. */
type NewLogo = { file: { id: number; fileURL: string } | null };

/** What the active facility is and holds. */
export class FacilityProfileStore {
  profile: FacilityProfile | null = null;
  countries: readonly Country[] = [];
  error: unknown = null;
  newLogo: NewLogo | null = null;
  /** Done share of an upload, 0 to 1. */
  uploading: number | null = null;
  logoProblem: string | null = null;
  offering = false;
  offerProblem: string | null = null;
  readonly certificates: CertificateList;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log'>) {
    this.certificates = certificateList(host);
    makeAutoObservable<this, 'host'>(
      this,
      {
        ...{ profile: observableRef, countries: observableRef, error: observableRef, newLogo: observableRef },
        ...{ certificates: false, host: false },
      },
      { autoBind: true },
    );
  }

  start(): Dispose {
    void this.load();
    void this.certificates.load();
    return () => {};
  }

  get logoURL(): string | null {
    return this.newLogo ? (this.newLogo.file?.fileURL ?? null) : (this.profile?.logoURL ?? null);
  }

  async load(): Promise<void> {
    this.error = null;
    try {
      const [profile, countries] = await Promise.all([
        this.host.api.call(readProviderProfile, {}),
        this.host.api.call(listCountries, {}),
      ]);
      runInAction(() => {
        this.profile = profile;
        this.countries = countries;
      });
    } catch (error) {
      this.host.log.warn('The facility profile could not be loaded', { error: String(error) });
      runInAction(() => (this.error = error));
    }
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async save(change: Change): Promise<void> {
    const logo = this.newLogo ? { logoFileId: this.newLogo.file?.id ?? null } : {};
    const profile = await this.host.api.call(updateProviderProfile, { body: { ...change, ...logo } });
    runInAction(() => {
      this.profile = profile;
      this.newLogo = null;
    });
  }

  async chooseLogo(file: File): Promise<void> {
    this.uploading = 0;
    this.logoProblem = null;
    const onProgress = (sent: number, total: number) =>
      runInAction(() => (this.uploading = total > 0 ? sent / total : 0));
    try {
      const stored = await this.host.api.upload(uploadFile, file, {}, { onProgress });
      runInAction(() => (this.newLogo = { file: stored }));
    } catch (error) {
      this.host.log.warn('The logo could not be stored', { error: String(error) });
      runInAction(() => (this.logoProblem = messageOf(error)));
    } finally {
      runInAction(() => (this.uploading = null));
    }
  }

  removeLogo(): void {
    this.newLogo = this.profile?.logoURL ? { file: null } : null;
  }

  async offer(enabled: boolean): Promise<void> {
    this.offering = true;
    this.offerProblem = null;
    try {
      const answer = await this.host.api.call(joinMarketplace, { body: { enabled } });
      runInAction(() => {
        if (this.profile) this.profile = { ...this.profile, marketplace: answer.enabled };
      });
    } catch (error) {
      this.host.log.warn('The marketplace refused', { error: String(error) });
      runInAction(() => (this.offerProblem = messageOf(error)));
    } finally {
      runInAction(() => (this.offering = false));
    }
  }
}

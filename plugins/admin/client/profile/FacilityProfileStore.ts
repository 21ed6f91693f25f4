import { joinMarketplace } from '@sinter/sdk/contract/admin/profiles';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { readProviderProfile, updateProviderProfile } from '@sinter/sdk/contract/admin/profiles';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, together } from '@sinter/sdk/state';
import { certificateList } from './certificates.ts';
import type { CertificateList } from './certificates.ts';
import { Profile } from './Profile.ts';

export type FacilityProfile = CallResult<typeof readProviderProfile>;
type Change = Omit<CallArguments<typeof updateProviderProfile>['body'], 'logoFileId'>;
type Host = Pick<PluginHost, 'api' | 'log'>;

interface LogoFile {
  id: number;
  fileURL: string;
}

/** What the active facility is and holds. */
export class FacilityProfileStore {
  /** A logo that is chosen and not saved yet. `file: null` takes the present one away. */
  newLogo: { file: LogoFile | null } | null = null;
  /** Done share of an upload, 0 to 1. */
  uploaded = 0;
  readonly facility: Profile<FacilityProfile>;
  readonly uploading: Action<[File], LogoFile>;
  /** Joins the marketplace, or leaves it. */
  readonly offering: Action<[enabled: boolean], CallResult<typeof joinMarketplace>>;
  readonly certificates: CertificateList;
  readonly #host: Host;

  constructor(host: Host) {
    const { api } = host;
    this.#host = host;
    this.facility = new Profile(host, (signal) => api.call(readProviderProfile, {}, { signal }));
    this.uploading = new Action<[File], LogoFile>(host, {
      run: (file) => {
        this.progress(0, file.size);
        return api.upload(uploadFile, file, {}, { onProgress: this.progress });
      },
      onDone: (file) => (this.newLogo = { file }),
      failed: 'the logo could not be stored',
    });
    this.offering = new Action(host, {
      run: (enabled) => api.call(joinMarketplace, { body: { enabled } }),
      onDone: ({ enabled: marketplace }) => {
        const { details } = this.facility;
        if (details) this.facility.put({ ...details, marketplace });
      },
      failed: 'the marketplace refused',
    });
    this.certificates = certificateList(host);
    makeStore(this);
  }

  start(): Dispose {
    return together(this.facility.start(), this.certificates.start());
  }

  get logoURL(): string | null {
    return this.newLogo ? (this.newLogo.file?.fileURL ?? null) : (this.facility.details?.logoURL ?? null);
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async save(change: Change): Promise<void> {
    const logo = this.newLogo ? { logoFileId: this.newLogo.file?.id ?? null } : {};
    const saved = await this.#host.api.call(updateProviderProfile, { body: { ...change, ...logo } });
    this.keep(saved);
  }

  removeLogo(): void {
    this.newLogo = this.facility.details?.logoURL ? { file: null } : null;
  }

  /** Saved, with its logo. */
  keep(saved: FacilityProfile): void {
    this.facility.put(saved);
    this.newLogo = null;
  }

  progress(sent: number, total: number): void {
    this.uploaded = total > 0 ? sent / total : 0;
  }
}

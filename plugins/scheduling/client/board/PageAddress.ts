import type { Dispose, PluginHost } from '@sinter/sdk/plugin';

/** The part of the address after `?` on a page with a board. What the page wrote itself is not read back. */
export class PageAddress {
  readonly #host: Pick<PluginHost, 'location' | 'navigate'>;
  #written = '';

  constructor(host: Pick<PluginHost, 'location' | 'navigate'>) {
    this.#host = host;
  }

  get search(): string {
    return this.#host.location.get().search;
  }

  write(search: string): void {
    const { pathname, search: present } = this.#host.location.get();
    if (present === search) return;
    this.#written = search;
    this.#host.navigate(pathname + search, { replace: true });
  }

  /** Tells when somebody went back, or followed a link to the page. */
  follow(read: (search: string) => void): Dispose {
    return this.#host.location.subscribe(() => {
      const { search } = this;
      if (search === this.#written) return;
      this.#written = search;
      read(search);
    });
  }
}

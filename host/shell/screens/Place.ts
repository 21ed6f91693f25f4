import { makeAutoObservable } from 'mobx';

/** Where the page is before there is an application with a router. */
export class Place {
  pathname = window.location.pathname;
  search = window.location.search;
  /** Another page is coming: nothing of this one may go anywhere any more. */
  leaving = false;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
    window.addEventListener('popstate', this.read);
  }

  go(to: string, { replace = false, state = null }: { replace?: boolean; state?: unknown } = {}): void {
    if (replace) window.history.replaceState(state, '', to);
    else window.history.pushState(state, '', to);
    this.read();
  }

  /** Opens a page of another host in place of this one. */
  leave(to: string): void {
    this.leaving = true;
    window.location.replace(to);
  }

  /** Takes over where the browser is. */
  read(): void {
    this.pathname = window.location.pathname;
    this.search = window.location.search;
  }
}

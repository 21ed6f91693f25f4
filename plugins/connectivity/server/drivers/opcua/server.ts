import type { Socket } from 'node:net';
import type { Link } from '../driver.ts';

/** A server that somebody listens to, as far as who speaks with it has to know. */
export interface Server extends Pick<Link, 'endpoint' | 'secret' | 'settings' | 'sources'> {
  /** A connection to its address. Throws `NotHeard`. */
  dial(): Promise<Socket>;
  /** The certificate of this installation, and its key. */
  own(): Promise<string>;
}

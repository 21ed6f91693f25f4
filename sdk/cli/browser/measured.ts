/** What the page of the check tells the tool. */
export interface Held {
  /** Listeners on the window, the document and its body. */
  listeners: number;
  intervals: number;
  sheets: number;
  /** Elements that lie directly in the body. */
  elements: number;
  /** Names that were put on the window. */
  globals: string[];
}

export interface PageCheck {
  /** Draws a page of the plugin; milliseconds until it is there. Rejects with what it threw. */
  show(pageId: string): Promise<number>;
  hide(): Promise<void>;
  held(): Held;
  /** Registrations that are left after the plugin was stopped. */
  stop(): number;
}

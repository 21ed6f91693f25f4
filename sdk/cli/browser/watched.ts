import type { Held } from './measured.ts';

/** Counts what is registered in this page from now on and not taken back. */
let listeners = 0;
const intervals = new Set<unknown>();
const before = new Set(Object.getOwnPropertyNames(window));

const known = new Map<EventTarget, Set<string>>();
const keys = new WeakMap<object, number>();
let last = 0;
const keyOf = (type: string, listener: object, capture: boolean) => {
  const id = keys.get(listener) ?? (last += 1);
  keys.set(listener, id);
  return `${type} ${id} ${capture}`;
};
const captures = (options: boolean | AddEventListenerOptions | undefined) =>
  typeof options === 'object' ? (options.capture ?? false) : (options ?? false);

function watch(target: EventTarget): void {
  const [add, remove] = [target.addEventListener, target.removeEventListener];
  const mine = new Set<string>();
  known.set(target, mine);
  const forget = (key: string) => {
    if (mine.delete(key)) listeners -= 1;
  };
  target.addEventListener = (type, listener, options) => {
    if (listener) {
      const key = keyOf(type, listener, captures(options));
      if (!mine.has(key)) listeners += 1;
      mine.add(key);
      if (typeof options === 'object') options.signal?.addEventListener('abort', () => forget(key));
    }
    add.call(target, type, listener, options);
  };
  target.removeEventListener = (type, listener, options) => {
    if (listener)
      forget(
        keyOf(type, listener, captures(typeof options === 'object' ? { capture: options.capture ?? false } : options)),
      );
    remove.call(target, type, listener, options);
  };
}
[window, document, document.body].forEach(watch);

const [begin, end] = [window.setInterval.bind(window), window.clearInterval.bind(window)];
Object.assign(window, {
  setInterval: (...args: Parameters<typeof begin>) => {
    const id = begin(...args);
    intervals.add(id);
    return id;
  },
  clearInterval: (id?: number) => {
    intervals.delete(id);
    end(id);
  },
});

export const watched = (): Held => ({
  listeners,
  intervals: intervals.size,
  sheets: document.querySelectorAll('style, link[rel="stylesheet"]').length,
  elements: document.body.childElementCount,
  globals: Object.getOwnPropertyNames(window).filter((name) => !before.has(name) && name !== 'pageCheck'),
});

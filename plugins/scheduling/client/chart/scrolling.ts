import { reaction } from 'mobx';
import type { ChartStore } from './ChartStore.ts';

/** The scroller is as wide as this many pixels of time, and begins in their middle. */
export const scrollWidth = 400_000;
const middle = scrollWidth / 2;
/** Steps smaller than this are the browser's rounding. */
const slack = 1;

/**
 * Lets the platform scroll, with its momentum: the element scrolls over a room that is as high as all lines and very
 * wide, while what is seen stays in its place and is drawn anew. What it has scrolled sideways moves the store in time;
 * at rest it returns to the middle, so that there is no end to either side. Returns its end.
 */
export function scrollWith(element: HTMLElement, store: ChartStore): () => void {
  let left = 0;
  const centre = () => {
    element.scrollLeft = store.mirrored ? -middle : middle;
    left = Math.abs(element.scrollLeft);
  };
  const scroll = () => {
    const now = Math.abs(element.scrollLeft);
    const moved = now - left;
    // Nobody scrolls as far at once: the browser began anew, as it does when the direction of reading changes.
    if (Math.abs(moved) > middle / 2) return centre();
    left = now;
    if (moved !== 0) store.panBy(moved);
    if (Math.abs(element.scrollTop - store.scrollTop) >= slack) store.scrollTo(element.scrollTop);
  };
  const settle = () => {
    if (Math.abs(left - middle) > middle / 2) centre();
  };
  centre();
  element.addEventListener('scroll', scroll, { passive: true });
  element.addEventListener('scrollend', settle);
  const stops = [
    reaction(
      () => [store.scrollTop, store.lines.height, store.height],
      () => {
        if (Math.abs(element.scrollTop - store.scrollTop) >= slack) element.scrollTop = store.scrollTop;
      },
      { fireImmediately: true },
    ),
    reaction(() => [store.mirrored, store.width], centre),
  ];
  return () => {
    element.removeEventListener('scroll', scroll);
    element.removeEventListener('scrollend', settle);
    stops.forEach((stop) => stop());
  };
}

/** Tells how high the content is: at first and after each change, at most once in a frame of the screen. */
export function reportHeight(place: HTMLElement, tell: (height: number) => void): void {
  let told = -1;
  let waiting = false;
  const measure = () => {
    waiting = false;
    const { scrollHeight } = document.documentElement;
    const content = Math.ceil(place.getBoundingClientRect().height);
    // What hangs below the content: an open menu, for example.
    const height = Math.min(20_000, scrollHeight > window.innerHeight ? Math.max(content, scrollHeight) : content);
    if (height === told) return;
    told = height;
    tell(height);
  };
  const changed = () => {
    if (waiting) return;
    waiting = true;
    setTimeout(measure, 50);
  };
  new ResizeObserver(changed).observe(place);
  new MutationObserver(changed).observe(document.body, { childList: true, subtree: true });
}

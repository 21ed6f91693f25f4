const gap = 4;

/** Where something lies under a field, or above it where there is no room; always inside the window. */
export function besideOf(field: DOMRect, popup: DOMRect): { top: number; left: number } {
  const { innerWidth, innerHeight } = window;
  const below = field.bottom + gap;
  const above = field.top - gap - popup.height;
  const top = below + popup.height <= innerHeight || above < 0 ? below : above;
  const start = getComputedStyle(document.documentElement).direction === 'rtl' ? field.right - popup.width : field.left;
  return {
    top: Math.max(gap, Math.min(top, innerHeight - popup.height - gap)),
    left: Math.max(gap, Math.min(start, innerWidth - popup.width - gap)),
  };
}

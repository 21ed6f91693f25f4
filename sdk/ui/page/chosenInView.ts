/** As the `ref` of the chosen one of a row of tabs: a narrow screen scrolls the row, and nothing else, to it. */
export function chosenInView(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (!tab || !row || row.scrollWidth <= row.clientWidth) return;
  const middle = (element: HTMLElement): number => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  row.scrollBy({ left: middle(tab) - middle(row) });
}

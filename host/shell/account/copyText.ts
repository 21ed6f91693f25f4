/** Puts text on the clipboard; `false` where the browser does not let pages do so. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages that are not secure have no clipboard; the caller says what to do instead.
    return false;
  }
}

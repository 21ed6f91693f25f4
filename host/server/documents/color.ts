const usual = '#1a5fd0';

/** A color of the theme as PDFs take them; the product's own for what is written in another way. */
export function hexColor(given: string | undefined): string {
  const color = given?.trim().toLowerCase() ?? '';
  if (/^#[0-9a-f]{6}$/.test(color)) return color;
  return /^#[0-9a-f]{3}$/.test(color) ? color.replace(/[0-9a-f]/g, '$&$&') : usual;
}

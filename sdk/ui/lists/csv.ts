/**
 * Rows as comma-separated values (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe in front: at
 * the start of a cell, and after whatever some spreadsheets divide cells by. A comma needs none: its cell is quoted.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(cell).join(',')).join('\r\n');
}

function cell(text: string): string {
  // The wide signs are those of East Asian keyboards, which spreadsheets read as the narrow ones.
  const plain = text.replace(/(^|[;\t\r\n]) *(?=[=+\-@＝＋－＠])/g, "$&'").replace(/^[\t\r]/, "'$&");
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Hands a table to the person as a file of this name. */
export function downloadCsv(name: string, rows: readonly (readonly string[])[]): void {
  // Spreadsheets take a file without this mark for one of an old code page.
  const address = URL.createObjectURL(new Blob(['\ufeff', toCsv(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

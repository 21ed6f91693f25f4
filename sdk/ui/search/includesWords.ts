/** Has the text every word of `wanted`, in any order? */
export function includesWords(text: string, wanted: string): boolean {
  const lower = text.toLocaleLowerCase();
  return wanted
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

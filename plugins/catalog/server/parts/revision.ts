/** `A` to `Z`, then `AA`, `AB`, … as drawings count their revisions. */
export function revisionName(number: number): string {
  const last = String.fromCharCode(65 + ((number - 1) % 26));
  return number > 26 ? revisionName(Math.floor((number - 1) / 26)) + last : last;
}

/** Ending of a file name in small letters, without the dot. */
export const formatOf = (fileName: string): string => /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

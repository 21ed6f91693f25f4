/** Controls, marks that turn the direction of a text around, and what some file system does not take. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]+/gu;
const longest = 80;

/** A name that people gave a file, as a name in an archive: it leads to no other folder, on no system. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(unsafe, '_')
    .trim()
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '');
  if (plain === '') return 'file';
  const end = /\.[^.]{1,12}$/.exec(plain)?.[0] ?? '';
  const chars = [...plain];
  return chars.length <= longest ? plain : chars.slice(0, longest - [...end].length).join('') + end;
}

/** `03-bracket.stl`: numbered, so that no two are the same on any system. */
export const numbered = (index: number, name: string): string =>
  `${String(index + 1).padStart(2, '0')}-${safeName(name)}`;

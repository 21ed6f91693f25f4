/** Address of a published picture or font. */
export const themeFileAddress = (id: number): string => `/api/v1/misc/theme-files/${id}`;

const publishedPattern = /^\/api\/v1\/misc\/theme-files\/([1-9]\d{0,14})$/;

/** The file's id; `null` for any other address. */
export function publishedFile(address: string): number | null {
  const id = publishedPattern.exec(address)?.[1];
  return id === undefined ? null : Number(id);
}

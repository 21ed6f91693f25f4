/** Is something wrong there, or with a part of it? */
export const wrongAt = (problems: Readonly<Record<string, string>>, path: string): boolean =>
  Object.keys(problems).some((each) => each === path || each.startsWith(`${path}.`));

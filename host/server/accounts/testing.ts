import type { TestMail, TestServer } from '../testing.ts';

export const goodPassword = 'blue-Walrus-Kettle-9';

/** The secret at the end of the link in the newest mail to this address. */
export async function linkTo(server: TestServer, address: string, path: string): Promise<string> {
  const [mail] = await server.mails(address);
  return secretIn(mail, path);
}

export function secretIn(mail: TestMail | undefined, path: string): string {
  const link = mail?.links.find((one) => new URL(one).pathname.startsWith(`/${path}/`));
  if (!link) throw new Error(`No mail with a link to /${path}.`);
  return new URL(link).pathname.slice(path.length + 2);
}

import { certificateTokens, type CertificateToken } from '@sinter/sdk/contract/quality/settings';

const isToken = (name: string): name is CertificateToken => certificateTokens.some((each) => each === name);

/** The first thing in braces that is no token, or a brace that stands alone; `null`: nothing is wrong. */
export function wrongToken(statement: string): string | null {
  for (const [said, name] of statement.matchAll(/\{([^{}]*)\}/g)) if (!isToken(name ?? '')) return said;
  return /[{}]/.exec(statement.replace(/\{[^{}]*\}/g, ''))?.[0] ?? null;
}

/** A statement with what its tokens stand for. */
export const filled = (statement: string, values: Readonly<Record<CertificateToken, string>>): string =>
  statement.replace(/\{([^{}]*)\}/g, (said, name: string) => (isToken(name) ? values[name] : said));

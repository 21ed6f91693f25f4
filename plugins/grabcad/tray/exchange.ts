import * as z from 'zod';
import { TrayError } from './TrayError.ts';

/** Where a tool exchanges the code of LOGIN, below the server's origin: `{"code": "…"}`. */
export const exchangePath = '/api/v1/oauth2/program-token';

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() });
export type ToolToken = z.infer<typeof tokenSchema>;

/** The tool's own token, for a code that works once. Throws `CODE_REFUSED`. */
export async function exchange(serverOrigin: string, code: string): Promise<ToolToken> {
  try {
    const response = await fetch(`${serverOrigin}${exchangePath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
    });
    if (response.ok) return tokenSchema.parse(await response.json());
  } catch {
    // Out of reach, or not a server of this kind: refused like a code that was used.
  }
  throw new TrayError('CODE_REFUSED', 'The server did not accept the code.');
}

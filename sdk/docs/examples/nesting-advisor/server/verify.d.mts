/** What the site says of a call. */
export interface Claims {
  iss: string;
  aud: string;
  /** The person; `null` where the site calls by its clock. */
  sub: string | null;
  facility: number;
  version: string;
  scopes: string[];
  iat: number;
  exp: number;
  jti: string;
}
export declare function createVerifier(of: {
  site: string;
  audience: string;
}): (authorization: string | undefined) => Promise<Claims | null>;

/**
 * A link app that was asked for without a session is opened after the sign-in: the address has a token that only the browser that asked
 * for it has too, so that no other site can make somebody open one.
 */
const pattern = /^\/api\/v1\/link-apps\/\d{1,15}\/open\?after=[\w-]{43}$/;

export const isLinkAfterSignIn = (address: string): boolean => pattern.test(address);

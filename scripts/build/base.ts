/** Where the server serves `.build/web/`. */
export const base = '/assets/';

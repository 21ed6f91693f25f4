export const signInPath = '/grabcad-login';
/** Under which the last start is kept. */
export const keptPlace = 'grabcad';
export const firstScreen = '/grabcad/grabcad-select-parts';
/** The same, whose plugin is to connect to the tool right away: after the sign-in at the tool. */
export const connecting = `${firstScreen}?connect`;

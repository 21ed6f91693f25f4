export const signInPath = '/grabcad-login';
/** Under which the last start is kept. */
export const keptPlace = 'grabcad';
export const firstScreen = '/grabcad/grabcad-select-parts';

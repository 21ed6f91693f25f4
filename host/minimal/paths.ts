export const signInPath = '/grabcad-login';
export const firstScreen = '/grabcad/grabcad-select-parts';

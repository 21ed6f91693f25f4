export { FormDrawer } from './page/FormDrawer.tsx';
export { SideDrawer } from './page/SideDrawer.tsx';

export { SideDrawer } from './page/SideDrawer.tsx';

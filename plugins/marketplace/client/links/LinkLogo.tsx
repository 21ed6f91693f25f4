import css from '../marketplace.module.css';

/** The picture of a link app; its name stands beside it. */
export const LinkLogo = ({ logo }: { logo: string | null }) =>
  logo === null ? null : <img className={css['logo']} src={logo} alt="" />;

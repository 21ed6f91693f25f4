import css from './shell.module.css';

/** The mark (printed layers) and the product's title. */
export function Brand({ title }: { title: string }) {
  return (
    <span className={css['brand']}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="m16 4 12 6-12 6L4 10Z" />
        <path d="m4 16 12 6 12-6" />
        <path d="m4 22 12 6 12-6" />
      </svg>
      <span className={css['brandText']}>{title}</span>
    </span>
  );
}

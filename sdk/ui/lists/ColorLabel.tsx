import css from './lists.module.css';

/** A label that people have made up, with its colour. */
export const ColorLabel = ({ label, color }: { label: string; color: string }) => (
  <span className={css['label']}>
    <span style={{ background: color }} />
    <bdi>{label}</bdi>
  </span>
);

import css from './request.module.css';

/** The name of a field that has to be filled in. */
export const Required = ({ text }: { text: string }) => (
  <span>
    {text}
    <span className={css['asterisk']} aria-hidden="true">
      *
    </span>
  </span>
);

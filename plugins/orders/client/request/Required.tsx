import css from './request.module.css';

/** The name of a field, which may have to be filled in. */
export const Named = ({ text, needed }: { text: string; needed: boolean }) =>
  needed ? <Required text={text} /> : text;

/** The name of a field that has to be filled in. */
export const Required = ({ text }: { text: string }) => (
  <span>
    {text}
    <span className={css['asterisk']} aria-hidden="true">
      *
    </span>
  </span>
);

import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { observer } from 'mobx-react-lite';
import { ErrorNotice, LightButton, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { isLost } from '../offline/lost.ts';
import type { Kiosk } from './Kiosk.ts';
import { PinStore, type Person } from './PinStore.ts';
import css from './kiosk.module.css';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Who does what was just pressed: first a name, then their PIN. Above everything that is open. */
export default observer(function PinPad({ kiosk }: { kiosk: Kiosk }) {
  const t = useTexts();
  const store = useStore((host) => new PinStore(host, kiosk));
  const { people, person } = store;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    const typed = ({ key }: KeyboardEvent) => {
      if (/^\d$/.test(key)) store.press(key);
      if (key === 'Backspace') store.back();
    };
    current?.showModal();
    // A key that is pressed while its button is off for a moment is heard nowhere else.
    document.addEventListener('keydown', typed);
    return () => {
      document.removeEventListener('keydown', typed);
      // Closing gives the focus back to where it was.
      current?.close();
    };
  }, [store]);
  const { answer, error } = people;
  return (
    <dialog
      ref={dialog}
      className={css['pad']}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        store.close();
      }}
    >
      <header>
        <h2 id={id}>{person ? t(`pin.asks.${store.asks}`, { name: person.name }) : t('pin.who')}</h2>
        <LightButton onClick={() => store.close()}>{t('pin.cancel')}</LightButton>
      </header>
      {!answer && error === null && <Loading />}
      {!answer && isLost(error) && (
        <div className={css['told']}>
          <p role="alert">{t('pin.offline')}</p>
          <LightButton onClick={() => people.retry()}>{t('pin.retry')}</LightButton>
        </div>
      )}
      {!answer && error !== null && !isLost(error) && (
        <ErrorNotice subject={t('pin.who')} error={error} onRetry={people.retry} />
      )}
      {answer?.length === 0 && <p className={css['told']}>{t('pin.nobody')}</p>}
      {answer && !person && <People people={answer} onChoose={store.choose} />}
      {person && <Pad store={store} />}
    </dialog>
  );
});

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase();

function People({ people, onChoose }: { people: readonly Person[]; onChoose: (person: Person) => void }) {
  const t = useTexts();
  return (
    <ul className={css['people']}>
      {people.map((person) => (
        <li key={person.userId}>
          <button type="button" disabled={person.state === 'BLOCKED'} onClick={() => onChoose(person)}>
            <span aria-hidden="true">{initials(person.name)}</span>
            <div>
              <bdi>{person.name}</bdi>
              {person.state === 'BLOCKED' && <small>{t('pin.state.BLOCKED')}</small>}
            </div>
          </button>
        </li>
      ))}
    </ul>
  );
}

const Pad = observer(function Pad({ store }: { store: PinStore }) {
  const t = useTexts();
  const { typed, entering, flaw } = store;
  const pad = useRef<HTMLDivElement>(null);
  useEffect(() => pad.current?.focus(), []);
  const problem = flaw === null ? entering.problem : t(flaw);
  return (
    <div ref={pad} className={css['keys']} role="group" aria-label={t('pin.digits')} tabIndex={-1}>
      <p
        className={css['dots']}
        role="status"
        aria-label={t('pin.typed', { typed: typed.length })}
        data-wrong={problem !== null}
      >
        {keys.slice(0, 4).map((key, at) => (
          <span key={key} data-typed={at < typed.length} />
        ))}
      </p>
      <p role="alert" className={css['problem']}>
        {problem}
      </p>
      {store.asks === 'NEW' && problem === null && <p className={css['told']}>{t('pin.start.lead')}</p>}
      <div className={css['digits']} dir="ltr">
        {keys.map((key) => (
          <Key key={key} digit={key} store={store} />
        ))}
        <button type="button" aria-label={t('pin.back')} onClick={() => store.back()}>
          ⌫
        </button>
        <Key digit="0" store={store} />
        <button type="button" className={css['other']} disabled={entering.busy} onClick={() => store.choose(null)}>
          {t('pin.other')}
        </button>
      </div>
    </div>
  );
});

const Key = observer(function Key({ digit, store }: { digit: string; store: PinStore }) {
  return (
    <button type="button" disabled={store.entering.busy} onClick={() => store.press(digit)}>
      {digit}
    </button>
  );
});

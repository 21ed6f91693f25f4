import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { BuildObjects } from '@sinter/sdk/contract/production/outcome';
import { LightButton, LightInput, useTexts } from '@sinter/sdk/ui';
import type { OutcomeStore } from './OutcomeStore.ts';
import css from './outcome.module.css';

/** What the chosen objects are marked as; why they failed is one press more. */
export const MarkBar = observer(function MarkBar({ store, build }: { store: OutcomeStore; build: BuildObjects }) {
  const t = useTexts();
  const { marking, marks, open } = store;
  const isChosen = marks.length > 0;
  // Nothing is chosen: it is about all that nobody has marked.
  const meant = isChosen ? marks : open;
  if (meant.length === 0) return null;
  return (
    <div className={css['bar']} role="group" aria-label={t('objects.marking')}>
      <p>{t(isChosen ? 'objects.chosen' : 'objects.rest', { count: meant.length })}</p>
      {store.asks ? (
        <Why store={store} reasons={build.reasons} onReason={(reason) => void store.mark('FAILED', reason, meant)} />
      ) : (
        <div className={css['actions']}>
          <LightButton
            kind="primary"
            disabled={marking.busy}
            loading={marking.doing?.[1] === 'GOOD'}
            onClick={() => void store.mark('GOOD', '', meant)}
          >
            {t('objects.mark.good')}
          </LightButton>
          <LightButton kind="danger" disabled={marking.busy} onClick={() => store.ask(true)}>
            {t('objects.mark.failed')}
          </LightButton>
          {isChosen && marks.some(({ outcome }) => outcome !== null) && (
            <LightButton disabled={marking.busy} onClick={() => void store.mark(null, '', marks)}>
              {t('objects.mark.none')}
            </LightButton>
          )}
          {isChosen && <LightButton onClick={() => store.chooseNone()}>{t('objects.chooseNone')}</LightButton>}
        </div>
      )}
    </div>
  );
});

interface WhyProps {
  store: OutcomeStore;
  reasons: readonly string[];
  onReason: (reason: string) => void;
}

const Why = observer(function Why({ store, reasons, onReason }: WhyProps) {
  const t = useTexts();
  const [words, setWords] = useState('');
  const { busy } = store.marking;
  return (
    <div className={css['why']} role="group" aria-label={t('objects.why')}>
      <span>{t('objects.why')}</span>
      <div className={css['actions']}>
        {reasons.map((reason) => (
          <LightButton
            key={reason}
            kind="danger"
            disabled={busy}
            loading={store.marking.doing?.[3] === reason}
            onClick={() => onReason(reason)}
          >
            <bdi>{reason}</bdi>
          </LightButton>
        ))}
      </div>
      <div className={css['actions']}>
        <LightInput
          type="text"
          maxLength={200}
          aria-label={t('objects.otherWhy')}
          placeholder={t('objects.otherWhy')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && words.trim() !== '') onReason(words.trim());
          }}
        />
        <LightButton kind="danger" disabled={busy || words.trim() === ''} onClick={() => onReason(words.trim())}>
          {t('objects.mark.failed')}
        </LightButton>
        <LightButton onClick={() => store.ask(false)}>{t('objects.back')}</LightButton>
      </div>
    </div>
  );
});

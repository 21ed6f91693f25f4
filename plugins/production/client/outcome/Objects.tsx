import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import { ErrorNotice, Loading, UndoBar, useTexts } from '@sinter/sdk/ui';
import { isLost } from '../offline/lost.ts';
import { MarkBar } from './MarkBar.tsx';
import { ObjectList } from './ObjectList.tsx';
import type { OutcomeStore } from './OutcomeStore.ts';
import { PlatePicture } from './PlatePicture.tsx';
import css from './outcome.module.css';

/** The objects of a build: the plate from above, the list of them, and what they are marked as. */
export const Objects = observer(function Objects({ store }: { store: OutcomeStore }) {
  const t = useTexts();
  const { question, marking, undo } = store;
  const { answer, error } = question;
  if (!answer) {
    if (error === null) return <Loading />;
    if (isLost(error)) return <p className={css['quiet']}>{t('objects.needsLine')}</p>;
    return <ErrorNotice subject={t('objects')} error={error} onRetry={question.retry} />;
  }
  const marked = answer.objects.some(({ outcome }) => outcome !== null);
  // What waits, or ended without marks, has nothing to show.
  if (answer.objects.length === 0 || (!answer.mayMark && !marked)) return null;
  const lost = isLost(error) || isLost(marking.error);
  const done = undo.done;
  return (
    <section className={css['objects']} aria-label={t('objects')}>
      <h3>{t('objects')}</h3>
      <ul className={css['sums']}>
        {answer.parts.map(({ orderFileId, part, quantity, good, failed }) => (
          <li key={orderFileId}>
            <bdi>{part}</bdi>{' '}
            {t('objects.sum', {
              good: formatNumber(good),
              failed: formatNumber(failed),
              open: formatNumber(quantity - good - failed),
            })}
          </li>
        ))}
      </ul>
      {lost && (
        <p role="status" className={css['line']}>
          {t('objects.needsLine')}
        </p>
      )}
      {answer.mayMark && <p className={css['quiet']}>{t('objects.lead')}</p>}
      <div className={css['sides']}>
        <PlatePicture store={store} build={answer} />
        <ObjectList store={store} build={answer} />
      </div>
      {marking.problem !== null && !lost && (
        <p role="alert" className={css['refusal']}>
          {marking.problem}
        </p>
      )}
      <UndoBar
        text={
          done && t(done.outcome === null ? 'objects.done.none' : `objects.done.${done.outcome}`, { count: done.count })
        }
        busy={undo.busy}
        onUndo={() => void undo.run()}
        onDismiss={undo.dismiss}
      />
      {answer.mayMark && <MarkBar store={store} build={answer} />}
    </section>
  );
});

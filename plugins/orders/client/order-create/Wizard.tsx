import { lazy, Suspense, useEffect, useRef, type FormEvent } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { CallError } from '@sinter/sdk/contract/errors';
import { Loading, Page, messageOf, toast, useLocation, useNavigate, useTexts } from '@sinter/sdk/ui';
import { PartCards, PartList, Removed } from '../request/PartList.tsx';
import { Total } from '../request/Total.tsx';
import type { RequestStore } from './RequestStore.ts';
import { stepIn, steps, type Step } from './steps.ts';
import css from './orderCreate.module.css';

const Replaced = lazy(() => import('../request/Replaced.tsx'));
const LaterSteps = lazy(() => import('./LaterSteps.tsx'));
const Discard = lazy(() => import('./Discard.tsx'));
const Merged = lazy(() => import('./Merged.tsx'));

/** What the server says of single fields. */
const fieldsOf = (error: unknown): string[] =>
  error instanceof CallError ? [...new Set(Object.values(error.fields))] : [];

/** The steps of a request, each with an address of its own, so that Back and a reload lead where the person was. */
export const Wizard = observer(function Wizard({ store }: { store: RequestStore }) {
  const t = useTexts();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const step = stepIn(search);
  const at = steps.indexOf(step);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  // The keyboard and screen readers go on at the step that has come.
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  const go = (to: Step) => {
    const given = new URLSearchParams(search);
    given.set('step', to);
    navigate(`${pathname}?${given}`);
  };
  const next = steps[at + 1];
  const previous = steps[at - 1];
  const send = async () => {
    await store.submit();
    if (store.choiceLost && !store.sendError) toast.info(t('dates.notKept'));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (next) go(next);
    else void send();
  };
  return (
    <Page
      title={t('page.orderCreate')}
      width="normal"
      actions={
        <Suspense fallback={null}>
          <Discard store={store} />
        </Suspense>
      }
    >
      <nav aria-label={t('create.steps')}>
        <ol className={css['steps']}>
          {steps.map((each, index) => (
            <li key={each}>
              <button
                type="button"
                className={index < at ? css['done'] : undefined}
                {...(each === step ? { 'aria-current': 'step' as const } : {})}
                onClick={() => go(each)}
              >
                <span aria-hidden="true">{index + 1}</span>
                {t(`create.step.${each}`)}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      {store.merged && (
        <Suspense fallback={null}>
          <Merged store={store} merged={store.merged} />
        </Suspense>
      )}
      {store.parts.asked.isReplaced && (
        <Suspense fallback={null}>
          <Replaced asked={store.parts.asked} />
        </Suspense>
      )}
      <form className={css['step']} onSubmit={submit} noValidate aria-labelledby="order-create-step">
        <h2 id="order-create-step" ref={heading} tabIndex={-1}>
          {t(`create.step.${step}`)}
        </h2>
        <StepBody store={store} step={step} go={go} />
        {store.sendError && step === 'review' ? (
          <p role="alert" className={css['failed']}>
            {[messageOf(store.sendError), ...fieldsOf(store.sendError)].join(' ')}
          </p>
        ) : null}
        <div className={css['footer']}>
          <Saving store={store} />
          {previous && <Button onClick={() => go(previous)}>{t('create.back')}</Button>}
          <Button type="primary" htmlType="submit" loading={store.sending}>
            {t(next ? 'create.next' : store.isDraft ? 'create.send' : 'create.saveChanges')}
          </Button>
        </div>
      </form>
    </Page>
  );
});

const StepBody = observer(function StepBody({
  store,
  step,
  go,
}: {
  store: RequestStore;
  step: Step;
  go: (to: Step) => void;
}) {
  const t = useTexts();
  const { parts } = store;
  switch (step) {
    case 'upload':
      return <PartList parts={parts} onlyFile />;
    case 'configure':
      return (
        <>
          <Removed parts={parts} />
          {parts.shown.length === 0 ? <p>{t('create.noneYet')}</p> : <PartCards parts={parts} />}
          {parts.shown.length > 0 && <Total parts={parts} />}
        </>
      );
    default:
      return (
        <Suspense fallback={<Loading />}>
          <LaterSteps store={store} step={step} go={go} />
        </Suspense>
      );
  }
});

/** Whether what is entered is on the server. */
const Saving = observer(function Saving({ store }: { store: RequestStore }) {
  const t = useTexts();
  if (!store.isDraft) return <span className={css['saving']} />;
  const text = () => {
    if (store.saving === 'failed') return `${t('create.notSaved')} ${messageOf(store.saveError)}`;
    if (store.saving === 'busy') return t('create.saving');
    return store.isSaved ? t('create.saved') : '';
  };
  return (
    <span className={css['saving']} role="status" data-failed={store.saving === 'failed' || undefined}>
      {text()}
      {store.saving === 'failed' && (
        <Button size="small" onClick={() => void store.save()}>
          {t('create.retry')}
        </Button>
      )}
    </span>
  );
});

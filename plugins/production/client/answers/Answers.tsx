import { observer } from 'mobx-react-lite';
import type { AnsweredList } from '@sinter/sdk/contract/production/checklists';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import { ErrorNotice, Link, Loading, StatusPill, useStore, useTexts } from '@sinter/sdk/ui';
import { Answered } from '../lot/Answered.tsx';
import { lotPath } from '../paths.ts';
import { AnswersStore, type Answering } from './AnswersStore.ts';
import css from './answers.module.css';

/** Who answered what of which checklist, and when; and who let something pass without, with the reason. */
export const Answers = observer(function Answers({ of, empty = true }: { of: Answering; empty?: boolean }) {
  const t = useTexts();
  const store = useStore((host) => new AnswersStore(host, of));
  const { answer, error, retry } = store.question;
  if (!answer) {
    return error === null ? <Loading /> : <ErrorNotice subject={t('answers.title')} error={error} onRetry={retry} />;
  }
  if (answer.length === 0) return empty ? <p className={css['quiet']}>{t('answers.none')}</p> : null;
  return (
    <div className={css['lists']}>
      {answer.map((list) => (
        <List key={`${list.gate} ${list.subjectId} ${list.position} ${list.name}`} list={list} of={of} />
      ))}
    </div>
  );
});

function List({ list, of }: { list: AnsweredList; of: Answering }) {
  const t = useTexts();
  const { gate, subjectId, position, name, version, items, overrides } = list;
  const ofStep = gate === 'STEP_START' || gate === 'STEP_FINISH';
  return (
    <section className={css['list']} aria-label={name}>
      <header>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p className={css['quiet']}>
          {t(`gate.${gate}`)} · {t('lists.version', { version })}
          {ofStep && of.subject === 'LOT' && ` · ${t('lists.step', { number: position + 1 })}`}
          {ofStep && of.subject !== 'LOT' && (
            <>
              {' · '}
              <Link to={lotPath(subjectId, position)}>
                {t('answers.lot', { id: subjectId, step: formatNumber(position + 1) })}
              </Link>
            </>
          )}
        </p>
      </header>
      <dl>
        {items.map((item) => (
          <div key={item.key}>
            <dt dir="auto">{item.label}</dt>
            <dd>
              <Answered check={item} />
              {item.passed !== null && (
                <StatusPill tone={item.passed ? 'green' : 'red'}>
                  {t(`check.${item.kind === 'MEASUREMENT' ? 'limits' : 'result'}.${item.passed ? 'pass' : 'fail'}`)}
                </StatusPill>
              )}
              {item.at !== null && (
                <span className={css['quiet']}>{t('check.by', { name: item.by, time: formatDateTime(item.at) })}</span>
              )}
              {item.former.length > 0 && (
                <details>
                  <summary>{t('answers.former')}</summary>
                  <ul>
                    {item.former.map((former) => (
                      <li key={former.at}>
                        {former.value === null ? (
                          t('answers.takenBack')
                        ) : (
                          <Answered check={{ ...item, value: former.value, file: null }} />
                        )}{' '}
                        <span className={css['quiet']}>
                          {t('check.by', { name: former.by, time: formatDateTime(former.at) })}
                        </span>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {overrides.map((override) => (
        <p key={override.at} className={css['override']}>
          <StatusPill tone="amber">{t('lists.overridden')}</StatusPill>
          <bdi>{override.reason}</bdi>
          <span>{t('answers.overridden', { items: override.items.join(', ') })}</span>
          <span className={css['quiet']}>
            {t('check.by', { name: override.by, time: formatDateTime(override.at) })}
          </span>
        </p>
      ))}
    </section>
  );
}

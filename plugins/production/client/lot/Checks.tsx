import { observer } from 'mobx-react-lite';
import { formatDateTime } from '@sinter/sdk/i18n';
import { StatusPill, useTexts } from '@sinter/sdk/ui';
import { Answered } from './Answered.tsx';
import { CheckInput } from './CheckInput.tsx';
import { Limits } from './Limits.tsx';
import { passes } from './staged.ts';
import type { StepProps } from './StepProps.ts';
import css from './lot.module.css';

/** What is asked at a step, with what was answered. */
export const Checks = observer(function Checks({ store, step }: Omit<StepProps, 'lot'>) {
  const t = useTexts();
  const { position } = step;
  const staged = store.stagedAt(position);
  const locked = staged.sent !== null || store.progressing.busy;
  return (
    <div className={css['checks']}>
      <h3>{t('checks')}</h3>
      <ul>
        {step.checks.map((check) => {
          const entered = staged.checks[check.key];
          const value = entered ?? check.value;
          const passed = entered === undefined ? check.passed : passes(check, entered);
          return (
            <li key={check.key} data-passed={passed ?? undefined}>
              <div className={css['checkName']}>
                <bdi>{check.label}</bdi>
                <span className={css['quiet']}>{t(check.required ? 'check.required' : 'check.optional')}</span>
                <Limits check={check} />
              </div>
              {step.counts ? (
                <CheckInput
                  check={check}
                  value={value}
                  me={`${store.host.user.firstName} ${store.host.user.lastName}`.trim()}
                  disabled={locked}
                  attaching={{ attach: store.attach, place: { place: 'STEP', subjectId: store.id, position } }}
                  onChange={(answer) => store.answer(position, check.key, answer)}
                />
              ) : (
                <Answered check={check} />
              )}
              <span className={css['judged']}>
                {passed !== null && (
                  <StatusPill tone={passed ? 'green' : 'red'}>
                    {t(`check.${check.kind === 'MEASUREMENT' ? 'limits' : 'result'}.${passed ? 'pass' : 'fail'}`)}
                  </StatusPill>
                )}
                {entered !== undefined && <span className={css['unsaved']}>{t('check.staged')}</span>}
                {entered === undefined && check.at !== null && (
                  <span className={css['quiet']}>
                    {t('check.by', { name: check.by, time: formatDateTime(check.at) })}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
});

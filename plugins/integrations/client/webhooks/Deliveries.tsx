import { Checkbox } from 'antd';
import { observer } from 'mobx-react-lite';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import {
  ConfirmDialog,
  DataTable,
  ErrorNotice,
  LightButton,
  Loading,
  StatusPill,
  type Tone,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { Select } from '@sinter/sdk/ui/select';
import { DeliveriesStore, type Span, spanNames } from './DeliveriesStore.ts';
import { Heads } from './Heads.tsx';
import type { Webhook, Whole } from './WebhooksStore.ts';
import { answerText } from './words.ts';
import css from './webhooks.module.css';

const tones: Readonly<Record<Whole['state'], Tone>> = { WAITING: 'amber', DELIVERED: 'green', FAILED: 'red' };

/** What a webhook was sent, and sending it again. */
export default observer(function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts();
  const { id, name, state } = webhook;
  const store = useStore((host) => new DeliveriesStore(host, id));
  const { answer, error, retry } = store.page;
  const active = state === 'ACTIVE';
  const opened = store.opened.answer;
  return (
    <SideDrawer title={t('hooks.deliveriesOf', { name })} unsaved={false} size={900} onClose={onClose}>
      <div className={css['tools']}>
        <Checkbox checked={store.failedOnly} onChange={({ target }) => store.showFailed(target.checked)}>
          {t('hooks.failedOnly')}
        </Checkbox>
        {active && (
          <div className={css['buttons']}>
            <Select<Span>
              aria-label={t('hooks.span')}
              value={store.span}
              onChange={(span) => store.setSpan(span)}
              options={spanNames.map((span) => ({ value: span, label: t(`hooks.span.${span}`) }))}
            />
            <LightButton loading={store.again.busy} onClick={() => store.ask(true)}>
              {t('hooks.againAll')}
            </LightButton>
          </div>
        )}
      </div>
      {!active && <p className={css['quiet']}>{t('hooks.replayOff')}</p>}
      {error !== null && <ErrorNotice subject={t('hooks.deliveries')} error={error} onRetry={retry} />}
      {answer === null && error === null && <Loading />}
      {answer && (
        <DataTable
          label={t('hooks.deliveries')}
          rows={answer.deliveries}
          rowKey={(one) => one.id}
          empty={t(store.failedOnly ? 'hooks.noneFailed' : 'hooks.noneSent')}
          columns={[
            { key: 'type', title: t('hooks.event'), rank: 'name', render: ({ type }) => <code dir="ltr">{type}</code> },
            {
              key: 'state',
              title: t('hooks.state'),
              render: (one) => <StatusPill tone={tones[one.state]}>{t(`hooks.delivery.${one.state}`)}</StatusPill>,
            },
            { key: 'at', title: t('hooks.at'), render: ({ happenedAt }) => formatDateTime(happenedAt) },
            {
              key: 'answer',
              title: t('hooks.answer'),
              render: ({ answer: came, dueAt, ms }) => (
                <>
                  {came ? answerText(t, came) : '–'}
                  <span className={css['more']}>
                    {dueAt !== null && came !== null
                      ? t('hooks.next', { date: formatDateTime(dueAt) })
                      : ms !== null && t('hooks.ms', { value: formatNumber(ms) })}
                  </span>
                </>
              ),
            },
            {
              key: 'attempts',
              title: t('hooks.attempts'),
              align: 'right',
              rank: 'extra',
              render: ({ attempts }) => formatNumber(attempts),
            },
            {
              key: 'do',
              title: '',
              align: 'right',
              render: (one) => (
                <span className={css['buttons']}>
                  <LightButton
                    size="small"
                    aria-label={t('hooks.lookOf', { id: one.id })}
                    onClick={() => store.opened.ask(one.id)}
                  >
                    {t('hooks.look')}
                  </LightButton>
                  {active && one.state !== 'WAITING' && (
                    <LightButton
                      size="small"
                      aria-label={t('hooks.againOf', { id: one.id })}
                      disabled={store.again.busy}
                      onClick={() => void store.again.run({ ids: [one.id] })}
                    >
                      {t('hooks.again')}
                    </LightButton>
                  )}
                </span>
              ),
            },
          ]}
        />
      )}
      <div className={css['buttons']}>
        {store.before.length > 0 && <LightButton onClick={() => store.newer()}>{t('hooks.newer')}</LightButton>}
        {answer?.more === true && <LightButton onClick={() => store.older()}>{t('hooks.older')}</LightButton>}
      </div>
      {opened && (
        <section aria-label={t('hooks.one')}>
          <h3>{t('hooks.one')}</h3>
          <Heads delivery={opened} />
        </section>
      )}
      <ConfirmDialog
        open={store.asking}
        title={t('hooks.againAll.ask')}
        yes={t('hooks.againAll')}
        no={t('hooks.cancel')}
        onAnswer={(yes) => void store.answer(yes)}
      >
        {t('hooks.againAll.text', { span: t(`hooks.span.${store.span}`) })}
      </ConfirmDialog>
    </SideDrawer>
  );
});

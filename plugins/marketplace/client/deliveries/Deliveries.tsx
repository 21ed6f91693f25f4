import { Checkbox } from 'antd';
import { observer } from 'mobx-react-lite';
import type { Delivery } from '@sinter/sdk/contract/apps/deliveries';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import { DataTable, LightButton, Section, StatusPill, type Tone, useStore, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { type Deliveries, DeliveriesStore, type Span } from './DeliveriesStore.ts';
import { answerText, eventText, everyText } from './words.ts';
import css from './deliveries.module.css';

const tones: Readonly<Record<Delivery['state'], Tone>> = { WAITING: 'amber', DELIVERED: 'green', FAILED: 'red' };

/** What the app's own server is told, and whether that arrives. */
export default observer(function DeliveriesSection({ id }: { id: string }) {
  const store = useStore((host) => new DeliveriesStore(host, id));
  const { answer } = store.reading;
  if (!answer) return null;
  return (
    <>
      {answer.events.length > 0 && <Told store={store} told={answer} />}
      {answer.schedules.length > 0 && <Schedules told={answer} />}
    </>
  );
});

interface ToldProps {
  store: DeliveriesStore;
  told: Deliveries;
}

const Told = observer(function Told({ store, told }: ToldProps) {
  const t = useTexts();
  const { waiting, delivered, failed, last, restsUntil, disabled, deliveries } = told;
  return (
    <Section title={t('deliveries.title')}>
      {disabled !== null && (
        <div role="alert" className={css['disabled']}>
          <p>{t(`deliveries.disabled.${disabled.reason}`, { date: formatDateTime(disabled.at) })}</p>
          <LightButton loading={store.resume.busy} onClick={() => void store.resume.run()}>
            {t('deliveries.resume')}
          </LightButton>
        </div>
      )}
      <dl className={css['counts']}>
        <Count name={t('deliveries.waiting')} value={formatNumber(waiting)} />
        <Count name={t('deliveries.delivered')} value={formatNumber(delivered)} />
        <Count name={t('deliveries.failed')} value={formatNumber(failed)} />
        <Count
          name={t('deliveries.last')}
          value={last ? answerText(t, last) : '–'}
          more={
            restsUntil
              ? t('deliveries.rests', { date: formatDateTime(restsUntil) })
              : last
                ? formatDateTime(last.at)
                : ''
          }
        />
      </dl>
      <div className={css['tools']}>
        <Checkbox checked={store.failedOnly} onChange={({ target }) => store.showFailed(target.checked)}>
          {t('deliveries.failedOnly')}
        </Checkbox>
        {failed > 0 && disabled === null && (
          <div className={css['again']}>
            <Select<Span>
              aria-label={t('deliveries.span')}
              value={store.span}
              onChange={(span) => store.setSpan(span)}
              options={spanNames.map((span) => ({ value: span, label: t(`deliveries.span.${span}`) }))}
            />
            <LightButton loading={store.sendAll.busy} onClick={() => void store.sendAll.run(store.span)}>
              {t('deliveries.sendAll')}
            </LightButton>
          </div>
        )}
      </div>
      <DataTable
        label={t('deliveries.title')}
        rows={deliveries}
        rowKey={({ id }) => id}
        empty={t(store.failedOnly ? 'deliveries.noneFailed' : 'deliveries.none')}
        columns={[
          { key: 'type', title: t('deliveries.event'), rank: 'name', render: ({ type }) => eventText(t, type) },
          {
            key: 'state',
            title: t('deliveries.state'),
            render: ({ state }) => <StatusPill tone={tones[state]}>{t(`deliveries.state.${state}`)}</StatusPill>,
          },
          { key: 'at', title: t('deliveries.happened'), render: ({ happenedAt }) => formatDateTime(happenedAt) },
          {
            key: 'answer',
            title: t('deliveries.answer'),
            render: ({ answer, dueAt }) => (
              <>
                {answer ? answerText(t, answer) : '–'}
                {answer !== null && dueAt !== null && (
                  <span className={css['next']}>{t('deliveries.next', { date: formatDateTime(dueAt) })}</span>
                )}
              </>
            ),
          },
          {
            key: 'attempts',
            title: t('deliveries.attempts'),
            align: 'right',
            rank: 'extra',
            render: ({ attempts }) => formatNumber(attempts),
          },
          {
            key: 'ms',
            title: t('deliveries.took'),
            align: 'right',
            rank: 'detail',
            render: ({ ms }) => (ms === null ? '–' : t('figures.ms', { value: formatNumber(ms) })),
          },
          {
            key: 'again',
            title: '',
            align: 'right',
            render: ({ id, state }) =>
              state === 'FAILED' &&
              disabled === null && (
                <LightButton
                  loading={store.sendOne.doing?.[0] === id}
                  disabled={store.sendOne.busy}
                  onClick={() => void store.sendOne.run(id)}
                >
                  {t('deliveries.sendAgain')}
                </LightButton>
              ),
          },
        ]}
      />
    </Section>
  );
});

const spanNames: readonly Span[] = ['hour', 'day', 'week', 'month'];

const Count = ({ name, value, more = '' }: { name: string; value: string; more?: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
    {more !== '' && <dd className={css['more']}>{more}</dd>}
  </div>
);

function Schedules({ told: { schedules } }: { told: Deliveries }) {
  const t = useTexts();
  return (
    <Section title={t('schedules.title')}>
      <DataTable
        label={t('schedules.title')}
        rows={schedules}
        rowKey={({ id }) => id}
        columns={[
          { key: 'id', title: t('schedules.call'), rank: 'name', render: ({ id }) => <bdi>{id}</bdi> },
          { key: 'every', title: t('schedules.every'), render: (row) => everyText(t, row) },
          {
            key: 'last',
            title: t('schedules.last'),
            render: ({ last }) => (last ? formatDateTime(last.at) : t('schedules.never')),
          },
          {
            key: 'answer',
            title: t('deliveries.answer'),
            render: ({ last, failures }) =>
              last === null ? (
                '–'
              ) : (
                <>
                  {answerText(t, last)}
                  {failures > 1 && <span className={css['next']}>{t('schedules.failures', { count: failures })}</span>}
                </>
              ),
          },
          {
            key: 'next',
            title: t('schedules.next'),
            render: ({ nextAt }) => (nextAt === null ? '–' : formatDateTime(nextAt)),
          },
        ]}
      />
    </Section>
  );
}

import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import type { Nda } from '@sinter/sdk/contract/orders/nda';
import { formatDate } from '@sinter/sdk/i18n';
import {
  ErrorNotice,
  FileDropZone,
  LightButton,
  Loading,
  ProgressLine,
  Section,
  toast,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import css from './nda.module.css';
import { NdaDecision } from './NdaDecision.tsx';
import { NdaPill } from './NdaPill.tsx';
import { NdaStore } from './NdaStore.ts';
import { Signed } from './Signed.tsx';

interface NdaSectionProps {
  order: OrderDetail;
  isProvider: boolean;
  onChange: (order: OrderDetail) => void;
}

/** What stands between a facility and the parts of an order, and what each side does about it. */
export default observer(function NdaSection({ order, isProvider, onChange }: NdaSectionProps) {
  const t = useTexts();
  const store = useStore((host) => new NdaStore(host, order.id, onChange));
  const { answer, error, retry } = store.asked;
  const title = t('nda.title');
  if (error !== null) return <ErrorNotice subject={title} error={error} onRetry={retry} />;
  if (!answer) return <Loading />;
  return (
    <Section title={title}>
      {isProvider ? <Giving store={store} order={order} /> : <Checking store={store} order={order} />}
      {store.deciding && <NdaDecision {...store.deciding} onAnswer={store.answer} onClose={store.leave} />}
    </Section>
  );
});

const formats = ['pdf', 'docx', 'odt', 'png', 'jpg', 'jpeg'];

/** The facility signs, or waits. */
const Giving = observer(function Giving({ store, order }: { store: NdaStore; order: OrderDetail }) {
  const t = useTexts();
  const { answer, giving } = { answer: store.asked.answer, giving: store.giving };
  const [given] = answer?.ndas ?? [];
  const signs = order.allowedEvents.includes('UPLOAD_NDA');
  const give = async ([file]: File[]) => {
    if (file && (await giving.run(file))) toast.success(t('done.UPLOAD_NDA'));
  };
  return (
    <div className={css['stack']}>
      <p>{t(`nda.provider.${order.status}`, { defaultValue: t('nda.provider.NDA_UPLOAD_PENDING') })}</p>
      {given && <Given nda={given} />}
      {answer?.template && signs && (
        <p>
          {t('nda.template')} <Signed file={answer.template} />
        </p>
      )}
      {signs && !giving.busy && (
        <FileDropZone
          multiple={false}
          extensions={formats}
          title={t('nda.upload')}
          onFiles={(files) => void give(files)}
        />
      )}
      {giving.busy && <ProgressLine label={t('nda.sending')} value={store.sent} />}
      {giving.problem !== null && (
        <p role="alert" className={css['problem']}>
          {giving.problem}
        </p>
      )}
      {!signs && !store.mayGive && order.status !== 'NDA_VERIFICATION_PENDING' && <p>{t('nda.notYours')}</p>}
    </div>
  );
});

/** The buyer's side sees who has signed; its legal side answers. */
const Checking = observer(function Checking({ store, order }: { store: NdaStore; order: OrderDetail }) {
  const t = useTexts();
  const ndas = store.asked.answer?.ndas ?? [];
  const decides = order.allowedEvents.includes('APPROVE_NDA');
  if (ndas.length === 0) return <p>{t('nda.buyer.none')}</p>;
  const approved = ndas.filter(({ status }) => status === 'APPROVED');
  const others = ndas.filter(({ status }) => status !== 'APPROVED');
  return (
    <ul className={css['list']}>
      {approved.length > 0 && (
        <li>
          <span className={css['head']}>
            <NdaPill status="APPROVED" />
            <bdi>{approved.map(({ facility }) => facility.name).join(', ')}</bdi>
          </span>
        </li>
      )}
      {others.map((nda) => (
        <li key={nda.id}>
          <span className={css['head']}>
            <strong>
              <bdi>{nda.facility.name}</bdi>
            </strong>
            <NdaPill status={nda.status} />
          </span>
          <Given nda={nda} />
          {decides && nda.status === 'PENDING' && (
            <span className={css['actions']}>
              <LightButton kind="primary" onClick={() => store.decide(nda, true)}>
                {t('event.APPROVE_NDA')}
              </LightButton>
              <LightButton onClick={() => store.decide(nda, false)}>{t('event.REJECT_NDA')}</LightButton>
            </span>
          )}
          {!decides && nda.status === 'PENDING' && <p>{t('nda.buyer.waits')}</p>}
        </li>
      ))}
    </ul>
  );
});

function Given({ nda }: { nda: Nda }) {
  const t = useTexts();
  return (
    <div className={css['given']}>
      <span>
        <Signed file={nda.file} /> {t('nda.given', { name: nda.uploadedBy, date: formatDate(nda.uploadedOn) })}
      </span>
      {nda.decidedOn && <span>{t(`nda.decided.${nda.status}`, { date: formatDate(nda.decidedOn) })}</span>}
      {nda.status === 'APPROVED' && nda.validUntil && (
        <span>{t('nda.until', { date: formatDate(nda.validUntil) })}</span>
      )}
      {nda.reason !== '' && (
        <p className={css['reason']} dir="auto">
          {nda.reason}
        </p>
      )}
    </div>
  );
}

import * as z from 'zod';
import { useState } from 'react';
import { Radio } from 'antd';
import { observer } from 'mobx-react-lite';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { FormDrawer, SideDrawer } from '@sinter/sdk/ui/drawer';
import { NumberField, TextareaField } from '@sinter/sdk/ui/form';
import type { Tier } from '../Tier.tsx';
import type { Deciding, Detail, SubmissionStore } from './SubmissionStore.ts';
import css from '../marketplace.module.css';

interface DecisionProps {
  store: SubmissionStore;
  detail: Detail;
  deciding: Deciding;
}

const size = 480;

/** The decision on a version, with what it means. */
export default function Decision({ store, detail, deciding }: DecisionProps) {
  if (deciding === 'approve') return <Approve store={store} detail={detail} />;
  if (deciding === 'publish') return <Publish store={store} detail={detail} />;
  return <Refuse store={store} detail={detail} deciding={deciding} />;
}

const tiers: readonly Tier[] = ['SANDBOXED', 'REVIEWED'];

const Approve = observer(function Approve({ store, detail }: Omit<DecisionProps, 'deciding'>) {
  const t = useTexts();
  const [tier, setTier] = useState<Tier>(detail.tier);
  const close = () => store.decide(null);
  return (
    <SideDrawer
      title={t('decide.approve')}
      size={size}
      unsaved={false}
      onClose={close}
      footer={
        <div className={css['buttons']}>
          <LightButton onClick={close}>{t('common.cancel')}</LightButton>
          <LightButton kind="primary" loading={store.approve.busy} onClick={() => void store.approve.run(tier)}>
            {t('decide.approve')}
          </LightButton>
        </div>
      }
    >
      <p>{t('approve.text')}</p>
      <Radio.Group value={tier} onChange={({ target }) => setTier(tiers.find((one) => one === target.value) ?? tier)}>
        {tiers.map((one) => (
          <p key={one}>
            <Radio value={one}>{t(`tier.${one}`)}</Radio>
            <span className={css['quiet']}>{t(`tier.${one}.text`)}</span>
          </p>
        ))}
      </Radio.Group>
      {detail.keyId === null && <p>{t('approve.unsigned')}</p>}
    </SideDrawer>
  );
});

function Publish({ store, detail }: Omit<DecisionProps, 'deciding'>) {
  const t = useTexts();
  const schema = z.object({
    percent: z
      .number({ error: t('publish.percent.missing') })
      .int()
      .min(0)
      .max(100),
  });
  const initialValues: { percent: number } = { percent: detail.state === 'PUBLISHED' ? detail.rollout.percent : 100 };
  return (
    <FormDrawer
      title={t('decide.publish')}
      size={size}
      keep={`marketplace.publish.${detail.packageId}`}
      save={t('decide.publish')}
      lead={<p>{t('publish.text')}</p>}
      initialValues={initialValues}
      schema={schema}
      onSubmit={({ percent }) => store.publish(percent)}
      onClose={() => store.decide(null)}
    >
      <NumberField
        name="percent"
        label={t('publish.percent')}
        hint={t('publish.percent.help')}
        min={0}
        max={100}
        precision={0}
        suffix="%"
      />
    </FormDrawer>
  );
}

function Refuse({ store, detail, deciding }: DecisionProps & { deciding: 'block' | 'reject' }) {
  const t = useTexts();
  const schema = z.object({
    reason: z
      .string()
      .trim()
      .min(1, { error: t('reason.missing') }),
  });
  return (
    <FormDrawer
      title={t(`decide.${deciding}`)}
      size={size}
      danger
      keep={`marketplace.${deciding}.${detail.packageId}`}
      save={t(`decide.${deciding}`)}
      lead={<p>{t(`${deciding}.text`, { count: detail.installs })}</p>}
      initialValues={{ reason: '' }}
      schema={schema}
      onSubmit={({ reason }) => store.refuse(deciding, reason)}
      onClose={() => store.decide(null)}
    >
      <TextareaField name="reason" label={t('reason')} rows={3} maxLength={500} />
    </FormDrawer>
  );
}

import { formatNumber } from '@sinter/sdk/i18n';
import { StatusPill, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { Heads } from './Heads.tsx';
import type { Webhook, Whole } from './WebhooksStore.ts';
import { answerText } from './words.ts';

interface TestAnswerProps {
  tested: { webhook: Webhook; delivery: Whole };
  onClose: () => void;
}

/** What a test came to. */
export default function TestAnswer({ tested: { webhook, delivery }, onClose }: TestAnswerProps) {
  const t = useTexts();
  const { answer, ms, state } = delivery;
  return (
    <SideDrawer title={t('hooks.testOf', { name: webhook.name })} unsaved={false} onClose={onClose}>
      <p role="status">
        <StatusPill tone={state === 'DELIVERED' ? 'green' : 'red'}>{t(`hooks.delivery.${state}`)}</StatusPill>{' '}
        {answer && answerText(t, answer)} {ms !== null && t('hooks.ms', { value: formatNumber(ms) })}
      </p>
      <Heads delivery={delivery} />
    </SideDrawer>
  );
}

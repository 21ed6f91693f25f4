import { useTexts } from '@sinter/sdk/ui';
import { Button, Popover } from 'antd';
import css from './legend.module.css';

const kinds = ['progress', 'queued', 'paused', 'completed', 'failed', 'downtime', 'machine'] as const;

/** What the colours mean, as far as there is room, and on request all of it with how to move about. */
export function Legend({ editable, tip }: { editable: boolean; tip: string | undefined }) {
  const t = useTexts();
  const hint = (
    <div className={css['help']}>
      <Colors />
      <p>{t(editable ? 'legend.hint.edit' : 'legend.hint')}</p>
      {tip && <p>{tip}</p>}
    </div>
  );
  return (
    <div className={css['legend']}>
      <Colors />
      <Popover content={hint} trigger="click" placement="topLeft">
        <Button size="small" aria-haspopup="dialog">
          {t('legend.help')}
        </Button>
      </Popover>
    </div>
  );
}

function Colors() {
  const t = useTexts();
  return (
    <ul>
      {kinds.map((kind) => (
        <li key={kind}>
          <span className={`${css['swatch']} ${css[kind]}`} aria-hidden="true" />
          {t(`legend.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

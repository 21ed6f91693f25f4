import { observer } from 'mobx-react-lite';
import type { RefusedAt, ShellGateProps } from '@sinter/sdk/plugin';
import { ConfirmDialog, useStore, useTexts } from '@sinter/sdk/ui';
import { NcrGateStore } from './NcrGateStore.ts';

/** Open non-conformances in the way of what was pressed: a person reads which, and says that it goes on. */
export default function NcrGate({ gate, done }: ShellGateProps) {
  return gate.ncrs && gate.ncrs.length > 0 ? <Asked gate={gate} done={done} ncrs={gate.ncrs} /> : null;
}

const Asked = observer(function Asked({ gate, ncrs, done }: ShellGateProps & { ncrs: NonNullable<RefusedAt['ncrs']> }) {
  const t = useTexts();
  const store = useStore((host) => new NcrGateStore(host, gate, ncrs, done));
  return (
    <ConfirmDialog
      open
      title={t('gate.title')}
      yes={t('gate.goOn')}
      no={t('gate.stop')}
      ready={!store.passing.busy}
      onAnswer={(yes) => (yes ? void store.passing.run() : done(false))}
    >
      <p>{t('gate.text')}</p>
      <ul>
        {ncrs.map(({ id, number, title }) => (
          <li key={id}>
            <bdi>{title === '' ? number : `${number} ${title}`}</bdi>
          </li>
        ))}
      </ul>
      {store.passing.problem !== null && <p role="alert">{store.passing.problem}</p>}
    </ConfirmDialog>
  );
});

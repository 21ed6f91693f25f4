import { readKiosk } from '@sinter/sdk/contract/production/kiosk';
import { Question, together } from '@sinter/sdk/state';
import { useStore } from '@sinter/sdk/ui';
import { KioskBar } from './KioskBar.tsx';
import { kioskOf } from './Kiosk.ts';

/** An inspection at a kiosk: who measures. */
export default function AtInspection() {
  const { kiosk } = useStore((host) => {
    const kiosk = kioskOf(host);
    const policy = new Question<void, void>(host, {
      ask: async (_, signal) => kiosk.know(await host.api.call(readKiosk, {}, { signal })),
      failed: 'whether the kiosk asks for PINs is not known',
    });
    // What was asked for here is not answered on another screen.
    return { kiosk, start: () => together(policy.start(), () => kiosk.giveUp()) };
  });
  return <KioskBar kiosk={kiosk} />;
}

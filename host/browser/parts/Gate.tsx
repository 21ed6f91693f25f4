import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { shellGate } from '@sinter/sdk/plugin';
import { Slot, useSlot } from '@sinter/sdk/ui';
import { SlotProvider } from '@sinter/sdk/ui/host';
import { slotSource } from '../pages/pageRoot.tsx';
import type { Workspace } from '../Workspace.ts';

/** The checklist that stands before what was pressed. */
export const Gate = observer(function Gate({ workspace }: { workspace: Workspace }) {
  const [source] = useState(() => slotSource(workspace));
  return (
    <SlotProvider value={source}>
      <Asked workspace={workspace} />
    </SlotProvider>
  );
});

/** So long may the plugin take that answers it, ms. */
const patienceMs = 15_000;

const Asked = observer(function Asked({ workspace: { browser, manifest } }: { workspace: Workspace }) {
  const { asked, answer } = browser.gates;
  const waits = useSlot(shellGate).length === 0;
  const nobody = !manifest.plugins.some(({ slots }) => slots.some(({ slot }) => slot === shellGate.id));
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => answer(false), nobody ? 0 : patienceMs);
    return () => clearTimeout(timer);
  }, [waits, nobody, answer]);
  if (asked === null) return null;
  return <Slot name={shellGate} props={{ gate: asked, done: answer }} />;
});

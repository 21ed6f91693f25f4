import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { ConfirmDialog, LightButton, useTexts } from '@sinter/sdk/ui';
import { BulkBar, BulkReport } from '@sinter/sdk/ui/lists';
import { nameOf } from './members.ts';
import type { TeamChange, TeamStore } from './TeamStore.ts';

const changes = ['DISABLE', 'ENABLE', 'RESEND', 'REVOKE'] as const satisfies readonly TeamChange[];
/** What somebody is asked about first. */
type AskedChange = Extract<TeamChange, 'DISABLE' | 'REVOKE'>;
const isAsked = (change: TeamChange): change is AskedChange => change === 'DISABLE' || change === 'REVOKE';
const askedTexts: Record<AskedChange, string> = { DISABLE: 'team.disable.text', REVOKE: 'team.bulk.revoke.text' };

/** What can be done with those who are chosen, and what became of each. */
export const TeamBulk = observer(function TeamBulk({ store }: { store: TeamStore }) {
  const t = useTexts();
  const { selection, bulk, closeBulk } = store.list;
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const start = (change: TeamChange) => (isAsked(change) ? setAsked(change) : void store.changeChosen(change));
  const answer = (yes: boolean) => {
    setAsked(null);
    if (yes && asked) void store.changeChosen(asked);
  };
  return (
    <>
      <BulkBar selection={selection}>
        {changes
          .filter((change) => store.chosenFor(change).length > 0)
          .map((change) => (
            <LightButton key={change} size="small" onClick={() => start(change)}>
              {t(`team.bulk.${change}`)}
            </LightButton>
          ))}
      </BulkBar>
      <ConfirmDialog
        open={asked !== null}
        danger
        title={asked ? t(`team.bulk.ask.${asked}`, { count: store.chosenFor(asked).length }) : ''}
        yes={asked ? t(`team.bulk.${asked}`) : ''}
        no={t('common.cancel')}
        onAnswer={answer}
      >
        {asked && t(askedTexts[asked])}
      </ConfirmDialog>
      {bulk && (
        <BulkReport
          bulk={bulk}
          title={t(`team.bulk.${bulk.kind}`)}
          nameOf={nameOf}
          doneText={t(`team.bulk.done.${bulk.kind}`)}
          onClose={closeBulk}
        />
      )}
    </>
  );
});

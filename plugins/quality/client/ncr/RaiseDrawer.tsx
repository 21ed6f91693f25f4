import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { isKiosk } from '@sinter/sdk/auth';
import type { CallResult } from '@sinter/sdk/contract/call';
import { mostPhotos, raiseNcr } from '@sinter/sdk/contract/quality/ncrs';
import { newId } from '@sinter/sdk/plugin';
import { usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { NumberField, SelectField, SwitchField, TextField } from '@sinter/sdk/ui/form';
import { DraftFields, draftSchema, dueAtOf, type DraftValues } from './DraftFields.tsx';
import type { NcrChoices } from './NcrsStore.ts';
import { PhotoDrop } from './PhotoDrop.tsx';
import { PhotoUploads } from './PhotoUploads.ts';
import type { RaiseAbout } from './raising.ts';

interface RaiseDrawerProps {
  choices: NcrChoices;
  /** Left out: the person says what it is about. */
  about?: RaiseAbout;
  onRaised: (raised: CallResult<typeof raiseNcr>) => void;
  onClose: () => void;
}

type Values = DraftValues & { orderFileId: number | null; lotId: number | null; batch: string; hold: boolean };

/** One that is begun and not raised yet is kept for what it is about. */
const keptAs = (about: RaiseAbout | undefined): string =>
  ['quality.raise', ...Object.entries(about?.subject ?? {}).map(([name, value]) => `${name}${value}`)].join('.');

/** Raises a non-conformance: what it is, and what it is about. */
export default observer(function RaiseDrawer({ choices, about, onRaised, onClose }: RaiseDrawerProps) {
  const t = useTexts();
  const host = usePlugin();
  const { api } = host;
  // Made when the person begins: a retry sends the same one.
  const [eventId] = useState(newId);
  const uploads = useStore((host) => new PhotoUploads(host, mostPhotos));
  const schema = draftSchema(t).extend({
    orderFileId: z.number().nullable(),
    lotId: z.number().int().positive().nullable(),
    batch: z.string().trim().max(80),
    hold: z.boolean(),
  });
  const initialValues: Values = {
    ...{ title: '', description: '', type: '', severity: '', defectId: null, affectedQuantity: about?.pieces ?? 1 },
    ...{ characteristic: '', requirement: '', measured: '', assigneeId: null, dueOn: null },
    ...{ orderFileId: null, lotId: null, batch: '', hold: about?.holds !== 'machine' },
  };
  const holds = about ? about.holds : 'named';
  // It opens no files.
  const photographs = !isKiosk(host.user);
  return (
    <FormDrawer<Values, z.output<typeof schema>>
      keep={keptAs(about)}
      title={t('ncr.raise')}
      size={520}
      save={t('ncr.raise')}
      lead={
        about && (
          <p>
            <bdi>{about.named}</bdi>
          </p>
        )
      }
      onClose={onClose}
      initialValues={initialValues}
      schema={schema}
      onSubmit={async ({ orderFileId, lotId, batch, hold, dueOn, ...draft }) => {
        const subject = {
          ...{ orderId: null, orderFileId, position: null, jobId: null, equipmentId: null, lotId, batch },
          ...about?.subject,
        };
        const raised = await api.call(raiseNcr, {
          body: {
            ...{ eventId, source: about?.source ?? 'SCREEN', subject, hold: hold && holds !== null },
            draft: { ...draft, dueAt: dueAtOf(dueOn) },
            photos: uploads.photos.map(({ id: fileId }) => ({ fileId })),
          },
        });
        onClose();
        onRaised(raised);
      }}
    >
      {about?.parts && (
        <SelectField
          name="orderFileId"
          label={t('ncr.part')}
          clearable
          options={about.parts.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <DraftFields choices={choices} />
      {photographs && <PhotoDrop uploads={uploads} />}
      {!about && (
        <NumberField name="lotId" label={t('ncr.lotNumber')} hint={t('ncr.lotNumber.hint')} min={1} precision={0} />
      )}
      {(!about || about.holds === 'lot') && <TextField name="batch" label={t('ncr.batch')} maxLength={80} />}
      {holds !== null && <SwitchField name="hold" label={t(`ncr.hold.${holds}`)} hint={t(`ncr.hold.${holds}.hint`)} />}
    </FormDrawer>
  );
});

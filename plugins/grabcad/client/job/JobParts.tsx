import { useTexts } from '@sinter/sdk/ui';
import { useField } from 'formik';
import { observer } from 'mobx-react-lite';
import type { TrayLine } from '../../tray/messages.ts';
import { QuantityInput } from '../quantity/QuantityInput.tsx';
import type { JobStore } from './JobStore.ts';
import { PartsTable } from './PartsTable.tsx';
import css from './job.module.css';

/** The parts of the job: how many of each, at most as many as are left. Which ones is changed in the tool. */
export const JobParts = observer(function JobParts({ store }: { store: JobStore }) {
  const t = useTexts();
  const [{ value: parts }, { initialValue: tray = [] }, { setValue }] = useField<TrayLine[]>('parts');
  const change = (fileId: number, quantity: number) =>
    void setValue(parts.map((part) => (part.fileId === fileId ? { ...part, quantity } : part)));
  return (
    <PartsTable
      label={t('job.parts')}
      parts={parts}
      quantity={({ fileId, fileName, quantity }) => {
        const held = tray.find((line) => line.fileId === fileId)?.quantity ?? quantity;
        const max = store.mostOf(fileId) ?? held;
        return (
          <>
            <QuantityInput
              label={t('part.quantity', { name: fileName })}
              value={quantity}
              max={max}
              disabled={store.left}
              onChange={(next) => change(fileId, next)}
            />
            {quantity > max && (
              <p role="alert" className={css['problem']}>
                {t('job.parts.most', { max })}
              </p>
            )}
            {store.hasTray && quantity < held && (
              <p role="status" className={css['note']}>
                {t('job.parts.held', { held })}
              </p>
            )}
          </>
        );
      }}
    />
  );
});

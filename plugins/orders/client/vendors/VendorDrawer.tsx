import * as z from 'zod';
import type { Vendor } from '@sinter/sdk/contract/orders/vendors';
import { toast, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { TextareaField } from '@sinter/sdk/ui/form';
import type { VendorsStore } from './VendorsStore.ts';
import css from './vendors.module.css';

interface VendorDrawerProps {
  store: VendorsStore;
  vendor: Vendor;
  to: 'PRIVATE' | 'BLACK_LISTED';
}

/** Approves a facility, with a remark, or blocks it, with a reason. */
export default function VendorDrawer({ store, vendor, to }: VendorDrawerProps) {
  const t = useTexts();
  const { id, name } = vendor.facility;
  const blocks = to === 'BLACK_LISTED';
  const text = z.string().trim().max(500);
  return (
    <FormDrawer
      keep={`orders.vendor.${id}.${to}`}
      title={t(blocks ? 'vendors.block.named' : 'vendors.approve.named', { name })}
      size={460}
      lead={<p className={css['intro']}>{t(blocks ? 'vendors.block.text' : 'vendors.approve.text')}</p>}
      save={t(blocks ? 'vendors.block' : 'vendors.approve')}
      danger={blocks}
      onClose={store.leave}
      initialValues={{ reason: vendor.relation === to ? vendor.reason : '' }}
      schema={z.object({ reason: blocks ? text.min(1, t('vendors.reason.needed')) : text })}
      onSubmit={async ({ reason }) => {
        await store.set(to, reason.replace(/\s+/g, ' '));
        toast.success(t(blocks ? 'vendors.blocked' : 'vendors.approved', { name }));
      }}
    >
      <TextareaField
        name="reason"
        label={t(blocks ? 'vendors.reason' : 'vendors.note')}
        rows={3}
        maxLength={500}
        required={blocks}
      />
    </FormDrawer>
  );
}

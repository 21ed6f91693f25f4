import { InputNumber } from 'antd';
import { observer } from 'mobx-react-lite';
import type { Shipment } from '@sinter/sdk/contract/orders/shipments';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, LightSelect, Section, useTexts } from '@sinter/sdk/ui';
import { ScanField } from '@sinter/sdk/ui/scan';
import type { ShipmentStore } from './ShipmentStore.ts';
import css from './shipments.module.css';

/** Packs by scanning: each scan puts pieces into the open box. */
export default observer(function Packing({ store, shipment }: { store: ShipmentStore; shipment: Shipment }) {
  const t = useTexts();
  const { boxList, lines } = shipment;
  const names = new Map(lines.map(({ orderFileId, fileName }) => [orderFileId, fileName]));
  const open = boxList.find(({ id }) => id === store.openBox);
  return (
    <Section title={t('pack.title')}>
      <div className={css['form']}>
        <p className={css['quiet']}>{t('pack.intro')}</p>
        <div className={css['packing']}>
          <label className={css['field']}>
            {t('pack.box')}
            <LightSelect value={store.openBox ?? ''} onChange={(event) => store.chooseBox(Number(event.target.value))}>
              {boxList.map(({ id, number }) => (
                <option key={id} value={id}>
                  {t('pack.boxNamed', { number: formatNumber(number) })}
                </option>
              ))}
            </LightSelect>
          </label>
          <label className={css['field']}>
            {t('pack.perScan')}
            <InputNumber
              min={1}
              max={100_000}
              precision={0}
              value={store.perScan}
              onChange={(pieces) => store.countPerScan(pieces ?? 1)}
            />
          </label>
        </div>
        <ScanField label={t('pack.scan')} kinds={['PART']} onCode={(code) => store.scan(code)} everywhere />
        {open && open.contents.length > 0 && (
          <ul className={css['contents']} aria-label={t('pack.boxNamed', { number: formatNumber(open.number) })}>
            {open.contents.map(({ orderFileId, quantity }) => (
              <li key={orderFileId}>
                <bdi>{names.get(orderFileId)}</bdi> <strong>{formatNumber(quantity)}</strong>
              </li>
            ))}
          </ul>
        )}
        <div>
          <LightButton
            loading={store.undoing.busy}
            disabled={lines.every(({ packed }) => packed === 0)}
            onClick={() => void store.undoing.run()}
          >
            {t('pack.undo')}
          </LightButton>
        </div>
      </div>
    </Section>
  );
});

import type { ScannedCode } from '@sinter/sdk/contract/codes';
import { principalOf } from '@sinter/sdk/auth';
import { CallError } from '@sinter/sdk/contract/errors';
import { refusal } from '@sinter/sdk/contract/guard';
import type { CallInput } from '@sinter/sdk/contract/call';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import { listCarriers, type Carrier } from '@sinter/sdk/contract/orders/carriers';
import { readShipment, type Shipment, type ShipmentEvent } from '@sinter/sdk/contract/orders/shipments';
import {
  fireShipmentEvent,
  saveShipment,
  scanIntoShipment,
  screenConsignee,
  undoScan,
} from '@sinter/sdk/contract/orders/shipping';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import { shipmentNews } from './ShipmentsStore.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 't' | 'user'>;
export type Saved = CallInput<typeof saveShipment>['body'];
type Scan = CallInput<typeof scanIntoShipment>['body'];
type Screened = CallInput<typeof screenConsignee>['body'];

/** An event that is asked about before it is done. */
interface Asked {
  event: ShipmentEvent;
  reason: string;
  eventId: string;
}

/** One shipment: what is in it, how it goes, and what is done with it. */
export class ShipmentStore {
  readonly reading: Question<void, Shipment>;
  readonly carriers: Question<void, readonly Carrier[]>;
  readonly firing: Action<[], Shipment>;
  readonly undoing: Action<[], Shipment>;
  readonly labelling: Action<[File | null], Shipment>;
  asked: Asked | null = null;
  /** Somebody answered yes without a reason. */
  tried = false;
  /** The box that is open: what is scanned goes into it. */
  boxId: number | null = null;
  /** Pieces of one scan. */
  perScan = 1;
  #unanswered: Scan | null = null;
  readonly #host: Host;
  readonly #params: { id: number };

  constructor(host: Host, id: number) {
    const { api } = host;
    this.#host = host;
    this.#params = { id };
    this.reading = new Question<void, Shipment>(host, {
      ask: (_, signal) => api.call(readShipment, { params: { id } }, { signal }),
      failed: 'the shipment could not be read',
      refreshOn: shipmentNews,
    });
    this.carriers = new Question<void, readonly Carrier[]>(host, {
      ask: async (_, signal) => (await api.call(listCarriers, {}, { signal })).carriers,
      failed: 'the carriers could not be read',
    });
    const done = (shipment: Shipment) => this.reading.put(shipment);
    this.firing = new Action<[], Shipment>(host, {
      run: async () => {
        if (!this.asked) throw new CallError('CONFLICT');
        const { event, eventId, reason } = this.asked;
        return api.call(fireShipmentEvent, { params: { id }, body: { event, eventId, reason } });
      },
      failed: 'the shipment was not changed',
      onDone: (shipment) => {
        this.asked = null;
        done(shipment);
      },
    });
    this.undoing = new Action<[], Shipment>(host, {
      run: () => api.call(undoScan, { params: { id } }),
      failed: 'a scan was not taken back',
      onDone: done,
      toast: true,
    });
    this.labelling = new Action<[File | null], Shipment>(host, {
      run: async (file) => {
        const label = file === null ? null : await api.upload(uploadFile, file, {});
        const { answer } = this.reading;
        if (!answer) throw new CallError('NOT_FOUND');
        return api.call(saveShipment, { params: { id }, body: { ...savedOf(answer), labelFileId: label?.id ?? null } });
      },
      failed: 'the label was not kept',
      onDone: done,
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.reading.start(), this.carriers.start());
  }

  get shipment(): Shipment | null {
    return this.reading.answer;
  }

  get mayWrite(): boolean {
    return refusal(saveShipment.guard, principalOf(this.#host.user)) === null;
  }

  /** The open box; the first until another is chosen. */
  get openBox(): number | null {
    const boxes = this.shipment?.boxList ?? [];
    return (boxes.find(({ id }) => id === this.boxId) ?? boxes[0])?.id ?? null;
  }

  chooseBox(id: number): void {
    this.boxId = id;
  }

  countPerScan(pieces: number): void {
    this.perScan = pieces;
  }

  ask(event: ShipmentEvent): void {
    this.firing.forgive();
    this.tried = false;
    this.asked = { event, reason: '', eventId: newId() };
  }

  write(reason: string): void {
    if (this.asked) this.asked = { ...this.asked, reason };
  }

  dismiss(): void {
    this.asked = null;
  }

  /** Says whether it was done; without a reason that is needed it is not tried. */
  async confirm(needsReason: boolean): Promise<boolean> {
    if (needsReason && this.asked?.reason.trim() === '') {
      this.tried = true;
      return false;
    }
    return this.firing.run();
  }

  /** Throws the refusal, for the form to show. */
  async save(body: Saved): Promise<void> {
    this.reading.put(await this.#host.api.call(saveShipment, { params: this.#params, body }));
  }

  async screen(body: Screened): Promise<void> {
    this.reading.put(await this.#host.api.call(screenConsignee, { params: this.#params, body }));
  }

  /** The server may have counted a scan whose answer was lost: scanned again, it is the same one. */
  #scanOf(scan: Omit<Scan, 'eventId'>): Scan {
    const { eventId, ...before } = this.#unanswered ?? { eventId: newId() };
    return { eventId: JSON.stringify(before) === JSON.stringify(scan) ? eventId : newId(), ...scan };
  }

  /** Puts what was scanned into the open box, and answers how far that part is. Throws the refusal as a sentence. */
  async scan(code: ScannedCode): Promise<{ taken: boolean; text: string }> {
    const { api, t } = this.#host;
    const boxId = this.openBox;
    if (boxId === null) return { taken: false, text: t('pack.noBox') };
    const body = this.#scanOf({ code: `${code.kind}-${code.id}`, boxId, quantity: this.perScan });
    try {
      const shipment = await api.call(scanIntoShipment, { params: this.#params, body });
      this.#unanswered = null;
      this.reading.put(shipment);
      const line = shipment.lines.find(({ orderFileId }) => orderFileId === code.id);
      const { fileName = '', packed = 0, quantity = 0 } = line ?? {};
      return { taken: true, text: t('pack.counted', { fileName, packed, all: quantity }) };
    } catch (error) {
      this.#unanswered = error instanceof CallError && error.code === 'UNAVAILABLE' ? body : null;
      if (error instanceof CallError) {
        const text = error.fields['code'] ?? error.fields['quantity'];
        if (text !== undefined) return { taken: false, text };
      }
      throw error;
    }
  }
}

/** A shipment as it is saved unchanged. */
export const savedOf = (shipment: Shipment): Saved => ({
  version: shipment.version,
  carrier: shipment.carrier?.key ?? '',
  service: shipment.service,
  tracking: shipment.tracking,
  note: shipment.note,
  incoterm: shipment.incoterm,
  tariffNumber: shipment.tariffNumber,
  exportLicence: shipment.exportLicence,
  labelFileId: shipment.label?.id ?? null,
  lines: shipment.lines.map(({ orderFileId, quantity }) => ({ orderFileId, quantity })),
  boxes: shipment.boxList.map(({ id, weightGrams, lengthMm, widthMm, heightMm }) => ({
    ...{ id, weightGrams, lengthMm, widthMm, heightMm },
  })),
});

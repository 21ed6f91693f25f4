import type { Carrier } from './carriers.ts';

type Known = Pick<Carrier, 'key' | 'name' | 'services' | 'trackingUrl' | 'patterns' | 'example'> &
  Partial<Pick<Carrier, 'kind' | 'active'>>;

const carrier = (known: Known): Carrier => ({ kind: 'PARCEL', active: true, ...known });
/** Names of these two are said in the reader's language. */
const withoutNumber = (key: string, kind: Carrier['kind']) =>
  carrier({ key, kind, name: '', services: [], trackingUrl: null, patterns: [], example: '' });

/** Carriers that every facility starts with. A key is never used for another one. */
export const builtInCarriers: readonly Carrier[] = [
  carrier({
    key: 'dhl',
    name: 'DHL',
    services: ['Paket', 'Express Worldwide', 'Express 12:00', 'Economy Select'],
    trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}',
    patterns: ['9999999999', '999999999999', '99999999999999999999', 'JJD99*', 'JD99*', 'AA999999999AA'],
    example: '00340434161094042557',
  }),
  carrier({
    key: 'ups',
    name: 'UPS',
    services: ['Standard', 'Express', 'Express Saver', 'Expedited', 'Ground'],
    trackingUrl: 'https://www.ups.com/track?tracknum={number}',
    patterns: ['1Z################', 'T9999999999', '999999999'],
    example: '1Z999AA10123456784',
  }),
  carrier({
    key: 'fedex',
    name: 'FedEx',
    services: ['International Priority', 'International Economy', 'Priority Overnight', 'Ground'],
    trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr={number}',
    patterns: ['999999999999', '999999999999999', '99999999999999999999', '9999999999999999999999'],
    example: '449044304137821',
  }),
  carrier({
    key: 'dpd',
    name: 'DPD',
    services: ['Classic', 'Express 12:00', 'Express 18:00'],
    trackingUrl: 'https://www.dpd.com/tracking?parcelNumber={number}',
    patterns: ['99999999999999', '99999999999999#'],
    example: '09981122330100',
  }),
  carrier({
    key: 'gls',
    name: 'GLS',
    services: ['EuroBusinessParcel', 'ExpressParcel'],
    trackingUrl: 'https://gls-group.com/track/{number}',
    patterns: ['99999999999', '999999999999', '########'],
    example: '50346007538',
  }),
  carrier({
    key: 'tnt',
    name: 'TNT',
    services: ['Express', 'Economy Express', '12:00 Express'],
    trackingUrl: 'https://www.tnt.com/express/en_us/site/tracking.html?searchType=con&cons={number}',
    patterns: ['999999999', 'AA999999999AA'],
    example: '308480470',
  }),
  carrier({
    key: 'deutsche-post',
    name: 'Deutsche Post',
    services: ['Einschreiben', 'Warenpost'],
    trackingUrl: 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode={number}',
    patterns: ['AA999999999DE', '99999999999999999999', 'A############*'],
    example: 'RR123456789DE',
  }),
  carrier({
    key: 'la-poste',
    name: 'La Poste / Colissimo',
    services: ['Colissimo', 'Chronopost', 'Lettre suivie'],
    trackingUrl: 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}',
    patterns: ['9A99999999999', 'AA999999999FR', '99999999999999#'],
    example: '6A12345678901',
  }),
  carrier({
    key: 'royal-mail',
    name: 'Royal Mail',
    services: ['Tracked 24', 'Tracked 48', 'Special Delivery', 'International Tracked'],
    trackingUrl: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
    patterns: ['AA999999999GB', '9999999999999999'],
    example: 'AB123456789GB',
  }),
  carrier({
    key: 'usps',
    name: 'USPS',
    services: ['Priority Mail', 'Priority Mail Express', 'Ground Advantage'],
    trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}',
    patterns: ['99999999999999999999', '9999999999999999999999', 'AA999999999US'],
    example: '9400 1000 0000 0000 0000 00',
  }),
  carrier({
    key: 'yamato',
    name: 'Yamato Transport',
    services: ['TA-Q-BIN', 'Kuroneko DM-Bin'],
    trackingUrl: 'https://member.kms.kuronekoyamato.co.jp/parcel/detail?pno={number}',
    patterns: ['999999999999'],
    example: '1234-5678-9012',
  }),
  carrier({
    key: 'sagawa',
    name: 'Sagawa Express',
    services: ['Hikyaku Express'],
    trackingUrl: 'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo={number}',
    patterns: ['999999999999'],
    example: '4012-3456-7890',
  }),
  carrier({
    key: 'aramex',
    name: 'Aramex',
    services: ['Priority Express', 'Domestic'],
    trackingUrl: 'https://www.aramex.com/track/results?ShipmentNumber={number}',
    patterns: ['9999999999', '99999999999', '999999999999'],
    example: '3547921764',
  }),
  withoutNumber('own', 'OWN'),
  withoutNumber('pickup', 'PICKUP'),
];

import type { BarcodeDetector as Detector } from 'qr/decode.js';
import type { Dispose } from '../../plugin/readable.ts';

declare global {
  var BarcodeDetector: typeof Detector | undefined;
}

const pauseMs = 150;
/** A code that stays before the camera counts once; it counts anew after it was away for this long. */
const awayMs = 1500;

/** The browser's own reader of QR codes, else a library that is loaded for it. */
async function openDetector(): Promise<Detector> {
  const own = globalThis.BarcodeDetector;
  const formats = (await own?.getSupportedFormats().catch(() => undefined)) ?? [];
  const Chosen = own && formats.includes('qr_code') ? own : (await import('qr/decode.js')).BarcodeDetector;
  return new Chosen({ formats: ['qr_code'] });
}

/** Tells the text of each QR code that comes before the camera, until disposed of. */
export function watchCodes(video: HTMLVideoElement, onText: (text: string) => void): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  let last = { text: '', at: 0 };
  const look = async (detector: Detector) => {
    if (video.readyState >= video.HAVE_CURRENT_DATA) {
      const [found] = await detector.detect(video).catch(() => []);
      if (over) return;
      const at = performance.now();
      if (found) {
        const isNew = found.rawValue !== last.text || at - last.at > awayMs;
        last = { text: found.rawValue, at };
        if (isNew) onText(found.rawValue);
      }
    }
    if (!over) timer = setTimeout(() => void look(detector), pauseMs);
  };
  void openDetector().then(look);
  return () => {
    over = true;
    clearTimeout(timer);
  };
}

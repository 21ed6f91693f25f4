import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useUiTexts } from '../host.ts';
import { watchCodes } from './watchCodes.ts';
import css from './scan.module.css';

const refusals: Record<string, string> = {
  NotAllowedError: 'scan.camera.refused',
  NotFoundError: 'scan.camera.none',
  OverconstrainedError: 'scan.camera.none',
  NotReadableError: 'scan.camera.busy',
};

/** The picture of the camera, and what it sees. */
export default function Camera({ onText }: { onText: (text: string) => void }) {
  const t = useUiTexts();
  const video = useRef<HTMLVideoElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const seen = useEffectEvent(onText);
  useEffect(() => {
    const picture = video.current;
    if (!picture) return;
    let over = false;
    const closes: (() => void)[] = [];
    const open = async () => {
      // Browsers give a camera to secure addresses only.
      if (!globalThis.isSecureContext) return setRefusal('scan.camera.insecure');
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 } },
      });
      const stop = () => stream.getTracks().forEach((track) => track.stop());
      if (over) return stop();
      closes.push(stop);
      picture.srcObject = stream;
      await picture.play();
      if (!over) closes.push(watchCodes(picture, seen));
    };
    open().catch((error: unknown) => {
      if (!over) setRefusal((error instanceof Error && refusals[error.name]) || 'scan.camera.failed');
    });
    return () => {
      over = true;
      closes.forEach((close) => close());
    };
  }, []);
  return (
    <div className={css['camera']}>
      {refusal === null ? (
        <video ref={video} muted playsInline aria-label={t('scan.camera.picture')} />
      ) : (
        <p role="alert">{t(refusal)}</p>
      )}
    </div>
  );
}

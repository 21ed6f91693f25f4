import { lazy, Suspense, useId, useRef, useState } from 'react';
import { readCode } from '../../contract/codes.ts';
import type { CodeKind, ScannedCode } from '../../contract/codes.ts';
import { LightButton, LightInput, Loading, messageOf } from '../index.ts';
import { useUiTexts } from '../host.ts';
import type { Scan } from './KeyReader.ts';
import { sound, soundIsOn, switchSound } from './sound.ts';
import { useScanner } from './useScanner.ts';
import css from './scan.module.css';

const Camera = lazy(() => import('./Camera.tsx'));

/** What became of a code: `{ taken: true, text: 'Part 1203: 4 of 10 packed' }`. */
export interface ScanAnswer {
  taken: boolean;
  text: string;
}

interface ScanFieldProps {
  label: string;
  /** The kinds of codes that are of use here; without it, all. */
  kinds?: readonly CodeKind[];
  /** Called with one code at a time: the next waits for the answer. What it throws is shown as a refusal. */
  onCode: (code: ScannedCode) => ScanAnswer | Promise<ScanAnswer>;
  busy?: boolean;
  /** A keyboard scanner is heard while something else of the page has the focus. */
  everywhere?: boolean;
}

/** Takes codes from a keyboard scanner, by hand and with the camera, and tells by color, word and sound what became of each. */
export function ScanField({ label, kinds, onCode, busy = false, everywhere = false }: ScanFieldProps) {
  const t = useUiTexts();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const waiting = useRef<Promise<void>>(Promise.resolve());
  const [text, setText] = useState('');
  const [camera, setCamera] = useState(false);
  const [loud, setLoud] = useState(soundIsOn);
  const [told, setTold] = useState<(ScanAnswer & { count: number }) | null>(null);

  const tell = (answer: ScanAnswer) => {
    sound(answer.taken);
    setTold((before) => ({ ...answer, count: (before?.count ?? 0) + 1 }));
  };
  const answerTo = async ({ code, text: read }: Scan): Promise<ScanAnswer> => {
    if (code === null) return { taken: false, text: t('scan.foreign', { text: read.slice(0, 40) }) };
    if (kinds && !kinds.includes(code.kind)) return { taken: false, text: t('scan.otherKind', { text: read }) };
    return onCode(code);
  };
  const take = (scan: Scan) => {
    setText('');
    waiting.current = waiting.current
      .then(() => answerTo(scan))
      .catch((error: unknown): ScanAnswer => ({ taken: false, text: messageOf(error) }))
      .then(tell);
  };
  const takeText = (typed: string) => {
    if (typed.trim() !== '') take({ text: typed.trim(), code: readCode(typed) });
  };
  useScanner({ field, everywhere, onScan: take });

  return (
    <div className={css['scan']} data-told={told === null ? undefined : told.taken ? 'taken' : 'refused'}>
      <label htmlFor={id}>{label}</label>
      <div className={css['row']}>
        <LightInput
          ref={field}
          id={id}
          value={text}
          placeholder={`${kinds?.[0] ?? 'PART'}-1203`}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-busy={busy}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            takeText(text);
          }}
        />
        <LightButton disabled={text.trim() === ''} loading={busy} onClick={() => takeText(text)}>
          {t('scan.take')}
        </LightButton>
        <LightButton aria-pressed={camera} onClick={() => setCamera(!camera)}>
          {t(camera ? 'scan.camera.close' : 'scan.camera.open')}
        </LightButton>
        <LightButton
          aria-pressed={loud}
          onClick={() => {
            switchSound(!loud);
            setLoud(!loud);
          }}
        >
          {t(loud ? 'scan.sound.on' : 'scan.sound.off')}
        </LightButton>
      </div>
      {camera && (
        <Suspense fallback={<Loading />}>
          <Camera onText={takeText} />
        </Suspense>
      )}
      <p role="status" className={css['told']}>
        {told && (
          <span key={told.count}>
            <strong>{t(told.taken ? 'scan.taken' : 'scan.refused')}</strong> <span dir="auto">{told.text}</span>
          </span>
        )}
      </p>
    </div>
  );
}

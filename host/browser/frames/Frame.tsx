import { useEffect, useRef, useState } from 'react';
import type { ManifestPlugin } from '#registry/manifest';
import type { PluginFailure } from '#host/runtime/failure.ts';
import type { FrameScreen } from '#host/runtime/frame/protocol.ts';
import { Loading, usePlugin, useTexts } from '@sinter/sdk/ui';
import type { FramePage } from './frameFacts.ts';
import { openFrame } from './openFrame.ts';
import type { OpenFrame } from './openFrame.ts';
import css from './frames.module.css';

interface FrameProps {
  page: FramePage;
  plugin: ManifestPlugin;
  screen: FrameScreen;
  /** The props of the slot. */
  given: object;
}

/** One screen of a plugin in a sandboxed frame. A frame that breaks a rule or falls silent is thrown as a failure of the screen. */
export function Frame({ page, plugin, screen, given }: FrameProps) {
  const host = usePlugin();
  const t = useTexts();
  const place = useRef<HTMLIFrameElement>(null);
  const opened = useRef<OpenFrame>(null);
  const [failure, setFailure] = useState<PluginFailure | null>(null);
  const [drawn, setDrawn] = useState(false);
  const [height, setHeight] = useState(0);

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const frame = openFrame({
      page,
      plugin,
      host,
      screen,
      element,
      props: given,
      onDrawn: () => setDrawn(true),
      onHeight: setHeight,
      onEnd: setFailure,
    });
    opened.current = frame;
    return () => {
      opened.current = null;
      frame.close();
    };
    // What it is given later is passed on below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [page, plugin, host, screen]);
  useEffect(() => opened.current?.give(given), [given]);

  if (failure) throw failure;
  return (
    <>
      {!drawn && <Loading />}
      <iframe
        ref={place}
        // Scripts, and forms that scripts read: the policy of its page lets no form be sent.
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        title={titleOf(plugin, screen, t)}
        className={screen.kind === 'page' ? css['page'] : css['slot']}
        style={{ height: drawn ? height : 0 }}
      />
    </>
  );
}

function titleOf(plugin: ManifestPlugin, screen: FrameScreen, t: (key: string) => string): string {
  const key =
    screen.kind === 'page'
      ? plugin.pages.find(({ id }) => id === screen.id)?.title
      : plugin.slots.find(({ slot, id }) => slot === screen.slot && id === screen.id)?.label;
  return (key && t(key)) || plugin.id;
}

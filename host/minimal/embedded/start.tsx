import { useState } from 'react';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { guardStep } from '@sinter/sdk/auth';
import { addTexts, showLanguage } from '@sinter/sdk/i18n/host';
import { lendAppearance, Toasts } from '@sinter/sdk/ui/host';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { embeddingId, embeddingSchema, embedLanguage, embedSignIn, embedTheme } from '#registry/embed';
import type { Embedding } from '#registry/embed';
import { startBrowser } from '#host/browser/browser.ts';
import type { Browser } from '#host/browser/browser.ts';
import { changePageLanguage } from '#host/browser/language.ts';
import { StartFailure } from '#host/browser/parts/StartFailure.tsx';
import { SessionDialogs } from '#host/browser/session/SessionDialogs.tsx';
import { reportHeight } from '#host/runtime/frame/height.ts';
import { keptStart, whoIsHere } from '../kept.ts';
import { connectBridge, originAround } from './bridge.ts';
import { commandSchema } from './protocol.ts';
import type { Command, Told } from './protocol.ts';
import { SignInNeeded } from './SignInNeeded.tsx';
import texts from './locales/en_US.json';

interface Place {
  pluginId: string;
  base: string;
}

function readEmbedding(): Embedding {
  const block = document.getElementById(embeddingId);
  block?.remove();
  return embeddingSchema.parse(JSON.parse(block?.textContent ?? 'null'));
}

/** Takes what is meant for this page out of the address: the rest is the plugin's. */
function takeWishes(): Command[] {
  const address = new URL(window.location.href);
  const wish = (type: string, name: string, key: string) => {
    const command = commandSchema.safeParse({ sinter: 1, type, [key]: address.searchParams.get(name) });
    address.searchParams.delete(name);
    return command.success ? [command.data] : [];
  };
  const wishes = [...wish('theme', embedTheme, 'theme'), ...wish('language', embedLanguage, 'language')];
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, '', address);
  return wishes;
}

/** Tells the title of the page, now and whenever it changes. */
function followTitle(tell: (title: string) => void): void {
  let told = '';
  const look = () => {
    if (document.title === told) return;
    told = document.title;
    tell(told);
  };
  new MutationObserver(look).observe(document.head, { childList: true, subtree: true, characterData: true });
  look();
}

/** A screen of one plugin inside a page of somebody else. */
export async function startEmbedded(root: HTMLElement, { pluginId, base }: Place): Promise<void> {
  addTexts('host', texts);
  const { ancestors } = readEmbedding();
  const wishes = takeWishes();
  for (const wish of wishes) if (wish.type === 'theme') lendAppearance(wish.theme);
  // No other page of ours may stand in this frame: when the session is another one, it begins again.
  const browser = await startBrowser({ signInPath: embedSignIn, go: () => window.location.reload() });
  const pathNow = () => {
    const { pathname, search, hash } = window.location;
    return (pathname.slice(base.length) || '/') + search + hash;
  };
  let navigate: (path: string) => boolean = () => false;
  let measured = false;
  const measure = () => {
    if (measured) return;
    measured = true;
    document.documentElement.style.setProperty('--embedded-height', '0');
    reportHeight(root, (height) => tell({ type: 'size', height }));
  };
  const ready = () => tell({ type: 'ready', plugin: pluginId, path: pathNow() });
  const obey = (command: Command): boolean => {
    if (command.type === 'navigate') return navigate(command.path);
    if (command.type === 'hello') ready();
    if (command.type === 'measure') measure();
    if (command.type === 'theme') lendAppearance(command.theme);
    if (command.type === 'language') void changePageLanguage(browser.api, browser.log, command.language, showLanguage);
    return true;
  };
  const bridge =
    window.parent === window
      ? null
      : connectBridge({
          ancestors,
          around: originAround(document),
          parent: window.parent,
          arrivals: window,
          obey,
          log: browser.log,
        });
  const tell = (message: Told): void => bridge?.tell(message);

  const kept = keptStart(`embed/${pluginId}`);
  const open = async (user: SessionUser): Promise<ComponentType> => {
    const { openEmbedded } = await import('./openEmbedded.tsx');
    const opened = openEmbedded({
      browser,
      user,
      kept: kept.manifestOf(user),
      pluginId,
      base,
      onMoved: (path) => tell({ type: 'navigated', path }),
    });
    navigate = opened.navigate;
    void opened.started.then(ready);
    for (const wish of wishes.splice(0)) obey(wish);
    return opened.App;
  };
  /** What is drawn for whoever is here; `null` while nobody is, or somebody who has to do something first. */
  const enter = async (): Promise<ComponentType | null> => {
    const user = await whoIsHere(browser, kept);
    return user && !guardStep(user) ? open(user) : null;
  };
  const drawing = createRoot(root);
  try {
    const App = await enter();
    if (!App) {
      for (const wish of wishes) obey(wish);
      ready();
    }
    drawing.render(
      <>
        <Main first={App} enter={enter} browser={browser} path={pathNow()} />
        <SessionDialogs browser={browser} />
        <Toasts />
      </>,
    );
  } catch (error) {
    browser.log.error('the embedded page could not be started', { error: String(error) });
    drawing.render(<StartFailure error={error} />);
  }
  followTitle((title) => tell({ type: 'title', title }));
}

interface MainProps {
  first: ComponentType | null;
  enter: () => Promise<ComponentType | null>;
  browser: Browser;
  path: string;
}

function Main({ first, enter, browser, path }: MainProps) {
  const [Shown, show] = useState<ComponentType | null>(() => first);
  const [goOn] = useState(() => {
    const look = async () => {
      const App = await enter().catch((error: unknown) => {
        browser.log.warn('it is not known whether somebody is signed in', { error: String(error) });
        return null;
      });
      if (App) show(() => App);
      return App !== null;
    };
    // The tab, the session and the window tell of the same sign-in: what it opens stands in this page once.
    let looked = Promise.resolve(false);
    return () => (looked = looked.then((opened) => opened || look()));
  });
  if (Shown) return <Shown />;
  return <SignInNeeded browser={browser} path={path} goOn={goOn} />;
}

import type { Verdict, Verifier } from './verifier.ts';

/** What the page says, in one language. */
export interface PageTexts {
  checking: string;
  verified: string;
  verifiedText: string;
  keyMatches: string;
  keyDiffers: string;
  keyUnknown: string;
  notVerified: string;
  faults: Readonly<Record<'FORM' | 'SIGNATURE' | 'HEAD' | 'ENTRY', string>>;
  line: string;
  entry: string;
  unsupported: string;
  unreadable: string;
  leftOut: string;
  enterprise: string;
  lot: string;
  version: string;
  issuedAt: string;
  key: string;
  published: string;
  contents: string;
}

/** Runs in the page that people keep: like `passportVerifier`, it is taken by its text and uses nothing outside of itself. */
// oxlint-disable-next-line eslint/max-lines-per-function -- its text is taken as a whole
export function verifyPage(verifier: Verifier, texts: PageTexts): void {
  const file = document.querySelector<HTMLInputElement>('#file');
  const known = document.querySelector<HTMLInputElement>('#key');
  const result = document.querySelector<HTMLElement>('#result');
  if (!file || !known || !result) return;
  let given: File | null = null;
  let last: Uint8Array<ArrayBuffer> | null = null;

  function add<Tag extends keyof HTMLElementTagNameMap>(
    to: HTMLElement,
    tag: Tag,
    text = '',
  ): HTMLElementTagNameMap[Tag] {
    const element = document.createElement(tag);
    element.textContent = text;
    to.append(element);
    return element;
  }

  function fact(list: HTMLElement, label: string, value: unknown): void {
    if (value === undefined || value === '') return;
    add(list, 'dt', label);
    add(
      list,
      'dd',
      typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value),
    ).dir = 'auto';
  }

  function showGood(verdict: Extract<Verdict, { ok: true }>, to: HTMLElement, expected: string): void {
    const same = expected === '' ? null : expected === verdict.keyId || expected === verdict.publicKey;
    to.className = same === false ? 'bad' : 'good';
    add(to, 'h2', same === false ? texts.notVerified : texts.verified);
    add(to, 'p', same === false ? texts.keyDiffers : texts.verifiedText);
    if (same !== false) add(to, 'p', same ? texts.keyMatches : texts.keyUnknown);
    const list = add(to, 'dl');
    const { head } = verdict;
    fact(list, texts.enterprise, head['enterprise']);
    fact(list, texts.lot, head['lot']);
    fact(list, texts.version, head['version']);
    fact(list, texts.issuedAt, head['issuedAt']);
    fact(list, texts.key, verdict.keyId);
    fact(list, texts.published, head['keyAt']);
    add(to, 'h3', texts.contents);
    for (const entry of verdict.entries) {
      if (!('content' in entry)) {
        add(to, 'p', `${entry.name}: ${texts.leftOut}`);
        continue;
      }
      const details = add(to, 'details');
      add(details, 'summary', entry.name);
      add(details, 'pre', JSON.stringify(entry.content, null, 2)).dir = 'auto';
    }
  }

  function showBad({ fault, line, entry }: Extract<Verdict, { ok: false }>, to: HTMLElement): void {
    to.className = 'bad';
    add(to, 'h2', texts.notVerified);
    add(to, 'p', texts.faults[fault]);
    const list = add(to, 'dl');
    fact(list, texts.entry, entry);
    fact(list, texts.line, line);
  }

  async function check(): Promise<void> {
    if (!last || !result || !known) return;
    const expected = known.value.toLowerCase().replace(/[^0-9a-f]/g, '');
    result.className = '';
    result.replaceChildren(texts.checking);
    const shown = document.createElement('div');
    const checked = last;
    try {
      const verdict = await verifier.verify(checked);
      if (verdict.ok) showGood(verdict, shown, expected);
      else showBad(verdict, shown);
    } catch {
      shown.className = 'bad';
      add(shown, 'p', texts.unsupported);
    }
    // Meanwhile there may be another file: what is said is of that one alone.
    if (checked === last) result.replaceChildren(shown);
  }

  async function take(chosen: File | null | undefined): Promise<void> {
    if (!chosen || !result) return;
    given = chosen;
    last = null;
    result.className = '';
    result.replaceChildren(texts.checking);
    const bytes = await chosen.arrayBuffer().catch(() => null);
    if (given !== chosen) return;
    if (!bytes) return result.replaceChildren(texts.unreadable);
    last = new Uint8Array(bytes);
    await check();
  }

  // Browsers tell nothing of a file that has the same name as the one before, and other bytes.
  file.addEventListener('click', () => {
    file.value = '';
  });
  file.addEventListener('change', () => void take(file.files?.[0]));
  known.addEventListener('change', () => void check());
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    void take(event.dataTransfer?.files[0]);
  });
}

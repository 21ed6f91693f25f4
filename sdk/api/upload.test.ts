import { afterEach, expect, it, vi } from 'vitest';
import { sendFile } from './upload.ts';

afterEach(() => vi.unstubAllGlobals());

/** The forms that are sent; each is answered at once. */
function forms(): FormData[] {
  const sent: FormData[] = [];
  class Request extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = 200;
    readonly responseText = '{}';
    open(): void {}
    setRequestHeader(): void {}
    send(form: FormData): void {
      sent.push(form);
      this.dispatchEvent(new Event('load'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('window', new EventTarget());
  return sent;
}

it('says in front of the file that it is export controlled, and nothing where it is not', async () => {
  const sent = forms();
  const file = new File(['solid'], 'a.stl');
  await sendFile('POST', '/api/v1/files', file, {}, { itar: true });
  await sendFile('POST', '/api/v1/files', file, {}, {});
  expect(sent.map((form) => [...form.keys()])).toEqual([['itar', 'file'], ['file']]);
  expect(sent[0]?.get('itar')).toBe('true');
});

it('takes a connection for lost when the browser goes offline, though the request says nothing', async () => {
  class Silent extends EventTarget {
    readonly upload = new EventTarget();
    open(): void {}
    setRequestHeader(): void {}
    send(): void {}
    abort(): void {
      this.dispatchEvent(new Event('abort'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Silent);
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  const file = new File(['solid'], 'a.stl');
  const sending = sendFile('POST', '/api/v1/files', file, {}, { stallMs: 90_000 });
  window.dispatchEvent(new Event('offline'));
  await expect(sending).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

/** Runs in the page at `/api`. Plain JavaScript, sent as it stands; it writes text and never markup. */
export const script = String.raw`
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in element && typeof value !== 'string') element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};
const byId = (id) => document.getElementById(id);
const csrf = () => /(?:^|; )(?:__Host-)?XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
const pretty = (value) => JSON.stringify(value, null, 2);

/** A value that a schema would accept, to start editing from. */
function sample(schema, depth = 0) {
  if (!schema || depth > 6) return null;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choice) return sample(choice[0], depth + 1);
  switch (schema.type) {
    case 'object': return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sample(one, depth + 1)]));
    case 'array': return schema.items ? [sample(schema.items, depth + 1)] : [];
    case 'integer':
    case 'number': return schema.minimum > 0 ? schema.minimum : 0;
    case 'boolean': return false;
    case 'string': return '';
    default: return null;
  }
}

const guardText = (guard) => {
  if (guard.kind === 'public') return 'anyone';
  if (guard.kind === 'session') return guard.verified ? 'signed in, address verified' : 'signed in';
  const { kind, reason, ...conditions } = guard;
  const parts = Object.entries(conditions).map(([name, value]) => (value === true ? name : [value].flat().join(', ')));
  return parts.length > 0 ? parts.join(' · ') : 'verified user';
};

async function send(call, form, output) {
  const values = new FormData(form);
  let path = call.path;
  const query = new URLSearchParams();
  for (const parameter of (call.operation.parameters ?? [])) {
    const value = values.get(parameter.in + ':' + parameter.name);
    if (parameter.in === 'path') path = path.replace('{' + parameter.name + '}', encodeURIComponent(value));
    if (parameter.in === 'query' && value) query.append(parameter.name, value);
  }
  const headers = { 'X-XSRF-TOKEN': csrf(), Accept: 'application/json' };
  let body;
  if (values.has('body')) {
    headers['Content-Type'] = 'application/json';
    body = values.get('body');
  } else if (values.has('file')) {
    body = new FormData();
    body.append('file', values.get('file'));
  }
  const started = performance.now();
  const response = await fetch(query.size > 0 ? path + '?' + query : path, { method: call.method.toUpperCase(), headers, body });
  const type = response.headers.get('content-type') ?? '';
  let text;
  if (type.startsWith('text/event-stream')) {
    text = 'The stream is open; it is closed again at once.';
    await response.body.cancel();
  } else if (type.startsWith('application/json')) text = pretty(await response.json());
  else text = (await response.blob()).size + ' bytes of ' + (type || 'unknown type');
  const duration = Math.round(performance.now() - started);
  output.replaceChildren(
    make('span', { class: 'status ' + (response.ok ? 'good' : 'bad') }, response.status + ' ' + response.statusText + ' in ' + duration + ' ms'),
    make('pre', {}, text),
  );
  if (call.operation.tags[0] === 'host') void showUser();
}

function tryForm(call) {
  const { operation } = call;
  const fields = (operation.parameters ?? [])
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) =>
      make('label', {}, parameter.name + (parameter.required ? ' *' : ''), make('input', { name: parameter.in + ':' + parameter.name, required: parameter.required })),
    );
  const content = operation.requestBody?.content ?? {};
  if (content['application/json']) {
    const text = make('textarea', { name: 'body', spellcheck: 'false' });
    text.value = pretty(sample(content['application/json'].schema));
    fields.push(make('label', {}, 'Body', text));
  }
  if (content['multipart/form-data']) fields.push(make('label', {}, 'file *', make('input', { type: 'file', name: 'file', required: true })));
  const output = make('div', { role: 'status' });
  const button = make('button', { type: 'submit' }, 'Send');
  const onsubmit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      await send(call, event.target, output);
    } catch (error) {
      output.replaceChildren(make('span', { class: 'status bad' }, String(error)));
    } finally {
      button.disabled = false;
    }
  };
  return make('form', { onsubmit }, ...fields, button, output);
}

function details(call) {
  const { operation } = call;
  const request = operation.requestBody?.content['application/json'];
  const answer = operation.responses['200'].content?.['application/json'];
  return make(
    'div',
    { class: 'body' },
    ...(request ? [make('h3', {}, 'Body'), make('pre', {}, pretty(request.schema))] : []),
    make('h3', {}, 'Answer'),
    make('pre', {}, answer ? pretty(answer.schema) : operation.responses['200'].description),
    make('h3', {}, 'Try it'),
    tryForm(call),
  );
}

function card(call) {
  const { method, path, operation } = call;
  const tags = [guardText(operation['x-guard'])];
  if (operation['x-flag']) tags.push('feature ' + operation['x-flag']);
  const element = make(
    'details',
    { id: operation.operationId },
    make(
      'summary',
      {},
      make('span', { class: 'method ' + method }, method.toUpperCase()),
      make('span', { class: 'path' }, path),
      ...tags.map((tag) => make('span', { class: 'tag' }, tag)),
      operation['x-unfinished'] ? make('span', { class: 'tag off' }, 'later version') : null,
      make('p', {}, operation.summary),
      operation['x-guard'].reason ? make('p', { class: 'why' }, operation['x-guard'].reason) : null,
    ),
  );
  element.addEventListener('toggle', () => {
    if (element.open && element.childElementCount === 1) element.append(details(call));
  });
  return element;
}

function show(calls) {
  const wanted = byId('search').value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found = calls.filter((call) => wanted.every((word) => call.text.includes(word)));
  const areas = Map.groupBy ? Map.groupBy(found, (call) => call.area) : new Map([...new Set(found.map((call) => call.area))].map((area) => [area, found.filter((call) => call.area === area)]));
  byId('areas').replaceChildren(
    ...[...areas].map(([area, list]) => make('a', { href: '#area-' + area }, area, make('span', {}, String(list.length)))),
  );
  const sections = [...areas].flatMap(([area, list]) => [make('h2', { id: 'area-' + area }, area), ...list.map((call) => call.card ?? (call.card = card(call)))]);
  byId('calls').replaceChildren(...(sections.length > 0 ? sections : [make('p', { class: 'note' }, 'No call matches.')]));
}

async function showUser() {
  const response = await fetch('/api/v1/users/getUser', { headers: { Accept: 'application/json' } });
  const user = response.ok ? await response.json() : null;
  byId('who').textContent = user ? 'Signed in as ' + user.email : 'Not signed in: use host.customLogin';
}

async function start() {
  const document_ = await (await fetch('/api/openapi.json')).json();
  const calls = Object.entries(document_.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      method,
      operation,
      area: operation.tags[0],
      text: [method, path, operation.operationId, operation.summary].join(' ').toLowerCase(),
    })),
  );
  byId('search').addEventListener('input', () => show(calls));
  show(calls);
  await showUser();
}
start().catch((error) => byId('calls').replaceChildren(make('p', { class: 'note' }, String(error))));
`;

/**
 * Short programs that do one thing with the API, as they are shown beside the keys. A test runs each of them as it stands
 * (`tests/contract/recipes.test.ts`), so that they keep working.
 */

/** One request with curl. `sets`: what the next ones use of its answer, by the name of the variable. */
export interface CurlStep {
  run: string;
  sets?: Readonly<Record<string, string>>;
}

export interface Recipe {
  id: 'quote' | 'follow' | 'verify' | 'times' | 'shipments';
  curl: readonly CurlStep[];
  typescript: string;
}

/** What both need before anything else. */
export const settingsFor = (site: string): string => `export SITE=${site}\nexport API_KEY=amk_…`;

/** An import of a recipe, which is none of this page. */
const importOf = (names: string, from: string): string => `import { ${names} } from '${from}';`;

const key = '-H "Authorization: Bearer $API_KEY"';
const json = '-H "Content-Type: application/json"';

export const recipes: readonly Recipe[] = [
  {
    id: 'quote',
    curl: [
      {
        run: `curl -sS "$SITE/api/v1/files" ${key} \\
  -F file=@bracket.stl`,
        sets: { FILE: 'id' },
      },
      {
        run: `curl -sS "$SITE/api/v1/file-operation/VERIFY" ${key} ${json} -d '{ "fileId": '$FILE' }'`,
        sets: { OPERATION: 'operationId' },
      },
      {
        run: `until curl -sS "$SITE/api/v1/file-operation/status/$OPERATION?fileId=$FILE" ${key} |
  grep -v PENDING; do sleep 1; done`,
      },
      {
        run: `curl -sS "$SITE/api/v1/sp/machineMaterialMapping" ${key}`,
        sets: { PROCESS: '0.process.id', MATERIAL: '0.materials.0.id' },
      },
      {
        run: `curl -sS "$SITE/api/v3/orders" ${key} ${json} \\
  -H "Idempotency-Key: bracket-1" \\
  -d '{
    "eventId": "0b0d9e1a-6d3f-4a52-9c55-6a5b2f1c7e10",
    "displayTitle": "Bracket",
    "exportControlled": false,
    "rfqFileDTOs": [{
      "originalFileId": '$FILE', "fileId": '$FILE',
      "amProcessId": '$PROCESS', "materialId": '$MATERIAL',
      "quantity": 10
    }]
  }'`,
        sets: { ORDER: 'id' },
      },
      { run: `curl -sS "$SITE/api/v3/orders/$ORDER" ${key}` },
    ],
    typescript: `${importOf('openAsBlob', 'node:fs')}

const { SITE, API_KEY } = process.env;
const headers = { authorization: \`Bearer \${API_KEY}\` };

const form = new FormData();
form.append('file', await openAsBlob('bracket.stl'), 'bracket.stl');
const uploaded = await fetch(\`\${SITE}/api/v1/files\`, { method: 'POST', headers, body: form });
const file = await uploaded.json();

const started = await fetch(\`\${SITE}/api/v1/file-operation/VERIFY\`, {
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({ fileId: file.id }),
});
const { operationId } = await started.json();
let status = 'PENDING';
while (status === 'PENDING') {
  await new Promise((done) => setTimeout(done, 1000));
  const asked = await fetch(
    \`\${SITE}/api/v1/file-operation/status/\${operationId}?fileId=\${file.id}\`,
    { headers },
  );
  ({ status } = await asked.json());
}

const offered = await fetch(\`\${SITE}/api/v1/sp/machineMaterialMapping\`, { headers });
const [offer] = await offered.json();

const answer = await fetch(\`\${SITE}/api/v3/orders\`, {
  method: 'POST',
  headers: {
    ...headers,
    'content-type': 'application/json',
    // Sent again with the same key, it is carried out once.
    'idempotency-key': crypto.randomUUID(),
  },
  body: JSON.stringify({
    eventId: crypto.randomUUID(),
    displayTitle: 'Bracket',
    exportControlled: false,
    rfqFileDTOs: [
      {
        originalFileId: file.id,
        fileId: file.id,
        amProcessId: offer.process.id,
        materialId: offer.materials[0].id,
        quantity: 10,
      },
    ],
  }),
});
const order = await answer.json();
if (!answer.ok) throw new Error(order.message);
console.log(\`Order \${order.id}: \${order.requestStatus}, \${order.quotes.length} quotes\`);`,
  },
  {
    id: 'follow',
    curl: [
      {
        run: `curl -sS "$SITE/api/v1/webhooks/configs" ${key} ${json} \\
  -H "Idempotency-Key: erp-1" \\
  -d '{ "name": "ERP", "url": "'$RECEIVER'", "events": ["order", "shipment"] }'`,
        sets: { WEBHOOK: 'id', SECRET: 'secret' },
      },
      {
        run: `curl -sS -X PUT "$SITE/api/v1/webhooks/configs/$WEBHOOK/TEST" ${key} ${json} -d '{}'`,
      },
      { run: `curl -sS "$SITE/api/v1/webhooks/configs/$WEBHOOK/deliveries" ${key}` },
    ],
    typescript: `const { SITE, API_KEY, RECEIVER } = process.env;
const headers = {
  authorization: \`Bearer \${API_KEY}\`,
  'content-type': 'application/json',
};

const created = await fetch(\`\${SITE}/api/v1/webhooks/configs\`, {
  method: 'POST',
  headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  body: JSON.stringify({ name: 'ERP', url: RECEIVER, events: ['order', 'shipment'] }),
});
const webhook = await created.json();
if (!created.ok) throw new Error(webhook.message);
// Keep it: it is shown this once.
console.log(\`SECRET=\${webhook.secret}\`);

const tested = await fetch(\`\${SITE}/api/v1/webhooks/configs/\${webhook.id}/TEST\`, {
  method: 'PUT',
  headers,
  body: '{}',
});
const { delivery } = await tested.json();
console.log(\`Test: \${delivery.state}\`);`,
  },
  {
    id: 'verify',
    curl: [
      {
        run: `KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$TIMESTAMP.$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
case " $SIGNATURES " in
  *" v1,$SIGNATURE "*) echo '{ "verified": true }' ;;
  *) echo '{ "verified": false }' ;;
esac`,
      },
    ],
    typescript: `${importOf('createHmac, timingSafeEqual', 'node:crypto')}
${importOf('createServer', 'node:http')}

const secret = Buffer.from((process.env.SECRET ?? '').replace('whsec_', ''), 'base64');

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const id = request.headers['webhook-id'];
  const timestamp = request.headers['webhook-timestamp'];
  const sent = String(request.headers['webhook-signature']).split(' ');

  const expected = Buffer.from(
    \`v1,\${createHmac('sha256', secret).update(\`\${id}.\${timestamp}.\${body}\`).digest('base64')}\`,
  );
  const genuine = sent.some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  // Older ones are somebody's recording.
  const recent = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  response.writeHead(genuine && recent ? 204 : 401).end();
  // The same id may come twice: what it says is done once.
  if (genuine && recent) console.log(id, JSON.parse(body).type);
}).listen(Number(process.env.PORT ?? 8080));`,
  },
  {
    id: 'times',
    curl: [
      {
        run: `curl -sS "$SITE/api/v1/job-scheduling/$JOB/events" ${key} ${json} \\
  -H "Idempotency-Key: job-$JOB-start" -d '{ "event": "START" }'`,
      },
      {
        run: `curl -sS "$SITE/api/v1/job-scheduling/$JOB/events" ${key} ${json} \\
  -H "Idempotency-Key: job-$JOB-complete" -d '{ "event": "COMPLETE", "completed": [] }'`,
        sets: { VERSION: 'version' },
      },
      {
        run: `curl -sS "$SITE/api/v1/job-scheduling/$JOB" ${key} |
  jq '.actualTime = "6.5"' |
  curl -sS -X PUT "$SITE/api/v1/job-scheduling" ${key} ${json} -d @-`,
      },
    ],
    typescript: `const { SITE, API_KEY, JOB } = process.env;
const headers = {
  authorization: \`Bearer \${API_KEY}\`,
  'content-type': 'application/json',
};

for (const event of ['START', 'COMPLETE']) {
  // For a job of ordered parts, COMPLETE says how many are good: { rfqCadFileId, completedQuantity }.
  const body = JSON.stringify({ event, completed: [] });
  const fired = await fetch(\`\${SITE}/api/v1/job-scheduling/\${JOB}/events\`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': \`job-\${JOB}-\${event}\` },
    body,
  });
  if (!fired.ok) throw new Error((await fired.json()).message);
}

const read = await fetch(\`\${SITE}/api/v1/job-scheduling/\${JOB}\`, { headers });
const job = await read.json();
const saved = await fetch(\`\${SITE}/api/v1/job-scheduling\`, {
  method: 'PUT',
  headers,
  body: JSON.stringify({ ...job, actualTime: '6.5' }),
});
const { jobStatus, actualTime, message } = await saved.json();
if (!saved.ok) throw new Error(message);
console.log(\`\${jobStatus} after \${actualTime} hours\`);`,
  },
  {
    id: 'shipments',
    curl: [
      {
        run: `curl -sS "$SITE/api/v3/shipments/search?page=0&size=100" ${key} ${json} -d '{}'`,
        sets: { ORDER: 'shipments.0.orders.0.id' },
      },
      { run: `curl -sS "$SITE/api/v1/orders/$ORDER/documents" ${key}` },
    ],
    typescript: `const { SITE, API_KEY } = process.env;
const headers = {
  authorization: \`Bearer \${API_KEY}\`,
  'content-type': 'application/json',
};

for (let page = 0, more = true; more; page += 1) {
  const answer = await fetch(\`\${SITE}/api/v3/shipments/search?page=\${page}&size=100\`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  if (answer.status === 429) {
    // Too fast: the answer says how long to wait.
    await new Promise((done) => setTimeout(done, Number(answer.headers.get('retry-after')) * 1000));
    page -= 1;
    continue;
  }
  const { shipments } = await answer.json();
  more = shipments.length === 100;
  for (const { id, status, orders } of shipments) {
    console.log('shipment', id, status);
    for (const order of orders) {
      const papers = await fetch(\`\${SITE}/api/v1/orders/\${order.id}/documents\`, { headers });
      const { documents } = await papers.json();
      for (const paper of documents) console.log('order', order.id, paper.type, paper.version);
    }
  }
}`,
  },
];

import { createServer } from 'node:http';
import { advise } from './advice.mjs';
import { createVerifier } from './verify.mjs';

// SINTER_SITE: the server that this one serves. Behind a proxy that ends TLS, as every http server of Node.
const { SINTER_SITE = 'http://127.0.0.1:8080', PORT = '8787' } = process.env;
const claimsOf = createVerifier({ site: SINTER_SITE, audience: 'sinter-labs.nesting-advisor' });
const largest = 16 * 1024;

const server = createServer(async (request, response) => {
  const answer = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  try {
    if (request.method !== 'POST' || request.url !== '/v1/advice')
      return answer(404, { error: 'There is only POST /v1/advice.' });
    if (!(await claimsOf(request.headers.authorization))) return answer(401, { error: 'The token is not valid.' });
    const advice = advise(await read(request));
    return advice ? answer(200, advice) : answer(422, { error: 'There is nothing to advise.' });
  } catch {
    return answer(400, { error: 'The request cannot be read.' });
  }
});

async function read(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > largest) throw new Error('too large');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}

server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));

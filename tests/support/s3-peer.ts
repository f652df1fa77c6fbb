import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type S3Peer = {
  endpoint: string;
  access_key_id: string;
  secret_access_key: string;
  /** By path: `/bucket/key`. */
  objects: Map<string, { body: Buffer; headers: IncomingMessage['headers'] }>;
  close(): void;
};

const ACCESS_KEY = 'AKIDEXAMPLE';
const SECRET_KEY = 'a secret key that opens nothing at all';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signature Version 4 as AWS describes it, computed anew from what arrived. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const url = new URL(request.url!, 'http://peer');
  const fromQuery = url.searchParams.has('X-Amz-Signature');
  const header = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)/.exec(
    request.headers.authorization ?? '',
  );
  const credential = fromQuery ? url.searchParams.get('X-Amz-Credential')! : header?.[1];
  const names = fromQuery ? url.searchParams.get('X-Amz-SignedHeaders')! : header?.[2];
  const signature = fromQuery ? url.searchParams.get('X-Amz-Signature') : header?.[3];
  const at = fromQuery ? url.searchParams.get('X-Amz-Date')! : String(request.headers['x-amz-date']);
  if (!credential || !names || !signature) return false;
  const [access, ...scope] = credential.split('/');
  if (access !== ACCESS_KEY) return false;
  const payload = fromQuery ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256']);
  if (!fromQuery && payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false;
  url.searchParams.delete('X-Amz-Signature');
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    names,
    payload,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', at, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${SECRET_KEY}`);
  if (hmac(key, toSign).toString('hex') !== signature) return false;
  if (!fromQuery) return true;
  const from = Date.parse(at.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'));
  return Date.now() < from + Number(url.searchParams.get('X-Amz-Expires')) * 1000;
}

/** A store that computes every signature anew from what arrived, and takes nothing that was changed on the way. */
export async function startS3Peer(): Promise<S3Peer> {
  const objects: S3Peer['objects'] = new Map();
  const peer = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const path = decodeURIComponent(new URL(request.url!, 'http://peer').pathname);
      if (!isSigned(request, body)) {
        response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      } else if (request.method === 'PUT') {
        objects.set(path, { body, headers: request.headers });
        response.writeHead(200).end();
      } else if (request.method === 'DELETE') {
        objects.delete(path);
        response.writeHead(204).end();
      } else {
        const found = objects.get(path);
        if (found) response.writeHead(200, { 'content-length': found.body.length }).end(found.body);
        else
          response
            .writeHead(404, { 'content-type': 'application/xml' })
            .end('<Error><Code>NoSuchKey</Code></Error>');
      }
    });
  });
  await new Promise<void>((listening) => peer.listen(0, '127.0.0.1', listening));
  return {
    endpoint: `http://127.0.0.1:${(peer.address() as AddressInfo).port}`,
    access_key_id: ACCESS_KEY,
    secret_access_key: SECRET_KEY,
    objects,
    close: () => {
      peer.closeAllConnections();
      peer.close();
    },
  };
}

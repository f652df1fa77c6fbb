import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** For tests: a certificate for 'localhost', made now and good for a day, so that no key lies in the repository. */
export function selfSignedCertificate(now: Date): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302')); // ecdsa-with-SHA256
  const name = sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from('localhost')))));
  const time = (ms: number) =>
    tagged(0x18, Buffer.from(`${new Date(ms).toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));
  const day = 24 * 60 * 60 * 1000;
  const extension = (id: string, value: Buffer) => sequence(oid(id), tagged(0x04, value));
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(now.getTime() - day), time(now.getTime() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        extension('551d11', sequence(tagged(0x82, Buffer.from('localhost')))),
        extension('551d13', sequence(tagged(0x01, Buffer.from([0xff])))),
      ),
    ),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const der = sequence(body, algorithm, tagged(0x03, signature));
  const lines = der.toString('base64').match(/.{1,64}/g)!;
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts));
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'));

function tagged(tag: number, body: Buffer): Buffer {
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

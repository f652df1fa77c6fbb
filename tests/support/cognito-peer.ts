import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The code that this pool mails; a real one sends another each time. */
export const POOL_CODE = '042137';

type Request = {
  Username: string;
  Password?: string;
  ConfirmationCode?: string;
  AuthParameters?: { USERNAME: string; PASSWORD: string };
};

/** A user pool in memory: sign-up, confirmation and sign-in, in the shapes that Cognito documents. */
export async function startCognitoPeer(): Promise<{ endpoint: string; asked: string[]; close(): void }> {
  const people = new Map<string, { sub: string; password: string; isConfirmed: boolean }>();
  const asked: string[] = [];
  const fails = (name: string) => ({ status: 400, body: { __type: name, message: name } });
  const answerTo = (operation: string, request: Request): { status: number; body: object } => {
    const person = people.get(request.AuthParameters?.USERNAME ?? request.Username);
    switch (operation) {
      case 'SignUp': {
        if (person) return fails('UsernameExistsException');
        const sub = randomUUID();
        people.set(request.Username, { sub, password: request.Password!, isConfirmed: false });
        return { status: 200, body: { UserConfirmed: false, UserSub: sub } };
      }
      case 'ConfirmSignUp':
        if (!person || request.ConfirmationCode !== POOL_CODE) return fails('CodeMismatchException');
        person.isConfirmed = true;
        return { status: 200, body: {} };
      case 'InitiateAuth': {
        if (person?.password !== request.AuthParameters?.PASSWORD) return fails('NotAuthorizedException');
        if (!person?.isConfirmed) return fails('UserNotConfirmedException');
        const payload = Buffer.from(JSON.stringify({ sub: person.sub })).toString('base64url');
        return { status: 200, body: { AuthenticationResult: { IdToken: `e30.${payload}.signature` } } };
      }
      default:
        return fails('InvalidParameterException');
    }
  };
  const peer = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const operation = String(request.headers['x-amz-target']).split('.')[1]!;
      asked.push(operation);
      const { status, body } = answerTo(operation, JSON.parse(text) as Request);
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((listening) => peer.listen(0, '127.0.0.1', listening));
  return {
    endpoint: `http://127.0.0.1:${(peer.address() as AddressInfo).port}`,
    asked,
    close: () => {
      peer.closeAllConnections();
      peer.close();
    },
  };
}

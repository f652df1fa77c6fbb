/** An error in Stripe's shape. Thrown inside the sandbox only; api.ts turns it into an answer. */
export class ProviderError extends Error {
  readonly status: number;
  readonly body: { error: { type: string; message: string; code?: string; param?: string } };

  constructor(status: number, message: string, more: { type?: string; code?: string; param?: string } = {}) {
    super(message);
    this.status = status;
    const { type = 'invalid_request_error', ...rest } = more;
    this.body = { error: { type, message, ...rest } };
  }
}

/** Parameters in the path: a missing object is 404 there, but 400 in other parameters. */
const PATH_PARAMS = new Set(['id', 'session', 'intent']);

export const missing = (what: string, id: string, param = 'id') =>
  new ProviderError(PATH_PARAMS.has(param) ? 404 : 400, `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param,
  });

export const required = (param: string) =>
  new ProviderError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });

export const invalid = (param: string, message: string, code = 'parameter_invalid') =>
  new ProviderError(400, message, { code, param });

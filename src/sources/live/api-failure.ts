/** A request that gave no answer, or another than asked for. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    message: string,
    readonly details: {
      /** HTTP status of the answer; absent when there was none that could be used. */
      status?: number;
      /** Node's code of a failed connection: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
      code?: string;
      /** Milliseconds that the server asks to wait. */
      retryAfter?: number;
      /** The connection broke in the middle of an answer. */
      broken?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
  }

  get status(): number | undefined {
    return this.details.status;
  }
}

/** Nothing could be read that an answer could rest on: the user must act. The command layer ends with exit code 3. */
export class ReadError extends Error {
  override readonly name = 'ReadError';

  constructor(
    message: string,
    /** What to try, as one sentence. */
    readonly hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

import { expect } from 'chai';

export async function errorOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('no error');
}

export async function fails(promise: Promise<unknown>, message: string, hint?: string): Promise<void> {
  const error = await errorOf(promise);
  expect(error.message).to.equal(message);
  if (hint !== undefined) expect(error).to.have.property('hint', hint);
}

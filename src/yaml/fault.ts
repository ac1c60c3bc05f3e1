/** What is wrong with a document, and the line of its text, from 1. */
export interface YamlFault {
  line: number;
  message: string;
}

/** Thrown while a document is read, which `parseYaml` turns into a fault. */
export class YamlError extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

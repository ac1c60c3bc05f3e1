export interface YamlChunk {
  text: string;
  /** Line of the file, from 1, on which the text starts. */
  line: number;
}

const MARKER = /^---(?=\s|$)/gm;

/**
 * Cuts a YAML stream at its document markers, as kubectl does.
 * Small pieces keep syntax trees short-lived and let a field be found by parsing one document again.
 */
export function splitYaml(text: string): YamlChunk[] {
  const chunks: YamlChunk[] = [];
  let line = 1;
  let start = 0;
  const cut = (end: number): void => {
    // Each blank line would cost the parser a token.
    for (; text.charAt(start) === '\n'; start++) line++;
    const piece = text.slice(start, end);
    if (CONTENT.test(piece)) chunks.push({ text: piece, line });
    line += countLines(piece);
    start = end;
  };
  for (const { index } of text.matchAll(MARKER)) cut(index);
  cut(text.length);
  return chunks;
}

/** A line with more than a marker, a comment or a directive: these alone make no document. */
const CONTENT = /^(?!(?:---|\.\.\.)?[^\S\n]*(?:[#%].*)?$)/m;

function countLines(piece: string): number {
  let lines = 0;
  for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) lines++;
  return lines;
}

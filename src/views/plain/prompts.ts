import { createInterface } from 'node:readline/promises';
import type { EngineClient } from '../engine/client.js';
import { filterOf } from '../list/filter.js';
import type { Row } from '../model/row.js';
import type { Place } from '../place.js';
import { collect } from './collect.js';
import type { Lead } from '../screens/screen.js';
import { leadsHere, rowChoices, treeChoices, withoutSigns, type Choice } from './texts.js';

/** Lines that are read out before the next question. */
const PAGE = 20;

const HELP = [
  'number or name: go there',
  'm: more lines',
  'b: back',
  'p: problems only, and all again',
  '/text: only lines with this text; / alone: all again',
  'w: who sees this host',
  'c: what several objects claim, here or of this host',
  'e: what ext_authz checks, here or of this workload',
  'o: objects to look at, here or of the whole mesh',
  'i: gaps and ground',
  'h: this help',
  'q: quit',
];

/** Letters that lead elsewhere from the whole page. */
const LETTERS: Readonly<Record<string, Lead>> = {
  w: 'who',
  c: 'conflicts',
  e: 'ext-authz',
  o: 'problems',
  i: 'ground',
};

interface Page {
  place: Place;
  title: string;
  /** What it means that there are no lines. */
  empty?: string | undefined;
  choices: (Choice & { row?: Row })[];
  numbered: boolean;
}

/** The drill-down as questions and answers, line by line. Ends at `q` or at the end of the input; resolves to the exit code. */
export async function runPrompts({
  client,
  places,
  message,
}: {
  client: EngineClient;
  places: readonly Place[];
  message: string;
}): Promise<number> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  let stack = [...places];
  let from = 0;
  let filter = '';
  let problems = false;
  if (message) say(message);
  for (;;) {
    const page = await pageOf(client, stack[stack.length - 1]!);
    const keep = filterOf(filter);
    const all = page.choices.filter(({ row }) => !row || (keep(row) && (!problems || row.problem)));
    readOut(page, all, from, say);
    process.stdout.write('Number, name, or h for help: ');
    const { value, done } = (await lines.next()) as { value?: string; done?: boolean };
    const answer = (value ?? '').trim();
    say('');
    if (done || answer === 'q') return 0;
    const next = chosen(answer, all);
    if (answer === 'm') from = from + PAGE < all.length ? from + PAGE : 0;
    else if (answer === 'p') [problems, from] = [!problems, 0];
    else if (answer.startsWith('/')) [filter, from] = [answer.slice(1), 0];
    else if (answer === 'h') for (const line of HELP) say(line);
    else if (answer === 'b' || answer === '') go(stack.length > 1 ? stack.slice(0, -1) : stack);
    else if (LETTERS[answer] && leadsHere(page.place)[LETTERS[answer]])
      go([...stack, leadsHere(page.place)[LETTERS[answer]]!]);
    else if (next?.to) go([...stack, next.to]);
    else say(next ? 'That leads nowhere.' : `There is no "${answer}" here.`);
  }

  function go(to: Place[]): void {
    stack = to;
    from = 0;
    filter = '';
    problems = false;
  }
}

async function pageOf(client: EngineClient, place: Place): Promise<Page> {
  const answer = await collect(client, place);
  const { title } = answer;
  switch (answer.kind) {
    case 'rows':
      return { place, title, empty: answer.empty, choices: rowChoices(answer, place), numbered: true };
    case 'tree':
      return {
        place,
        title: withoutSigns(answer.head.join(' ')) || title,
        choices: treeChoices(answer.items),
        numbered: true,
      };
    case 'lines': {
      const marked = new Set(answer.marked);
      const choices = answer.lines.map((text, i) => ({ text: marked.has(i) ? `decides: ${text}` : text }));
      return { place, title, choices, numbered: false };
    }
    case 'nothing':
      return { place, title, choices: [{ text: answer.text }], numbered: false };
  }
}

function readOut(
  { title, numbered, empty = 'Nothing.' }: Page,
  all: readonly Choice[],
  from: number,
  say: (text: string) => void,
): void {
  const shown = all.slice(from, from + PAGE);
  const range = all.length > PAGE ? `, lines ${from + 1} to ${from + shown.length} of ${all.length}` : '';
  say(`${title}${range}`);
  for (const [i, { text }] of shown.entries()) say(numbered ? `${from + i + 1}. ${text}` : text);
  if (shown.length === 0) say(empty);
}

/** By number, by name, or by the only line that has the text. */
function chosen(answer: string, choices: readonly (Choice & { row?: Row })[]): Choice | undefined {
  if (/^\d+$/.test(answer)) return choices[Number(answer) - 1];
  const named = choices.find(({ row, text }) => row?.key === answer || text.split(',')[0] === answer);
  if (named) return named;
  const having = choices.filter(({ text }) => text.includes(answer));
  return having.length === 1 ? having[0] : undefined;
}

import { isBuiltin } from 'node:module';
import ts from 'typescript';

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Makes CommonJS of a chunk, with what it imports in variables of its own. esbuild would keep each import live behind two getters,
 * which in a short run take longer than what they lead to. Chunks never import each other in a circle, so what a chunk exports is
 * there when it is required; what changes later stays behind a getter. Throws where a chunk is not as esbuild writes them.
 */
export function toCommonJs(name: string, text: string): string {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const required: string[] = [];
  const edits: Edit[] = [];
  let exported: readonly ts.ExportSpecifier[] = [];
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) required.push(requireOf(statement, file));
    else if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
      exported = statement.exportClause.elements;
    } else continue;
    edits.push({ start: statement.getFullStart(), end: statement.end, text: '\n' });
  }
  edits.push(...dynamicImports(file));
  const changing = changingNames(file);
  const members = exported.map((specifier) => {
    const own = (specifier.propertyName ?? specifier.name).text;
    return changing.has(own) ? `get ${specifier.name.text}() { return ${own}; }` : `${specifier.name.text}: ${own}`;
  });
  const exports = members.length > 0 ? `module.exports = { ${members.join(', ')} };\n` : '';
  return `${required.join('')}${edited(text, edits)}${exports}`;
}

function requireOf({ importClause, moduleSpecifier }: ts.ImportDeclaration, file: ts.SourceFile): string {
  const from = (moduleSpecifier as ts.StringLiteral).text;
  if (!from.startsWith('./') && !isBuiltin(from)) throw new Error(`${file.fileName}: imports ${from}`);
  const required = `require(${JSON.stringify(from)});\n`;
  if (!importClause) return required;
  const { name, namedBindings } = importClause;
  const names: string[] = [];
  // What stands for a whole module of Node is the module itself.
  const whole = name ? [name.text] : [];
  if (namedBindings && ts.isNamespaceImport(namedBindings)) whole.push(namedBindings.name.text);
  for (const { propertyName, name: own } of namedBindings && ts.isNamedImports(namedBindings)
    ? namedBindings.elements
    : []) {
    if (propertyName?.text === 'default' && isBuiltin(from)) whole.push(own.text);
    else names.push(propertyName ? `${propertyName.text}: ${own.text}` : own.text);
  }
  if (whole.length > 0 && !isBuiltin(from)) throw new Error(`${file.fileName}: imports all of ${from}`);
  const lines = whole.map((variable) => `const ${variable} = ${required}`);
  if (names.length > 0) lines.push(`const { ${names.join(', ')} } = ${required}`);
  return lines.join('') || required;
}

/** Other chunks are required when their promise is made good, as modules are. */
function dynamicImports(file: ts.SourceFile): Edit[] {
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const text = `Promise.resolve().then(() => require(${node.arguments[0]!.getText(file)}))`;
      edits.push({ start: node.getStart(file), end: node.end, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return edits;
}

/** Names that are written after their declaration. Other variables of the same name count, too: that does no harm. */
function changingNames(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const addTarget = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    else if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) {
      ts.forEachChild(node, addTarget);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) addTarget(node.left);
    else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) addTarget(node.operand);
    else if (ts.isForInStatement(node) || ts.isForOfStatement(node)) addTarget(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function edited(text: string, edits: readonly Edit[]): string {
  let out = '';
  let at = 0;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => a.start - b.start)) {
    out += text.slice(at, start) + replacement;
    at = end;
  }
  return out + text.slice(at);
}

/** Where a source file can be mutated, and into what: small faults of the kind that people make. */
import { parseAst } from 'vite';

export interface Mutation {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const swaps: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
  min: 'max',
  max: 'min',
  some: 'every',
  every: 'some',
};

/** Types, words and imports: nothing that runs, or nothing that a plan depends on. */
const isSkipped = ({ type }: Node) =>
  type === 'ImportDeclaration' ||
  type === 'TemplateLiteral' ||
  (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type));

export function mutationsOf(file: string, text: string): readonly Mutation[] {
  const found: Mutation[] = [];
  const put = (start: number, end: number, replacement: string) => found.push({ file, start, end, replacement });
  const replace = (node: Node, replacement: string) => put(node.start, node.end, replacement);
  const source = ({ start, end }: Node) => text.slice(start, end);
  /** The operator that stands somewhere between two places. */
  const swap = (operator: string, from: number, to: number) => {
    const at = text.indexOf(operator, from);
    if (operator in swaps && at >= 0 && at + operator.length <= to) put(at, at + operator.length, swaps[operator]);
  };

  const visit = (node: Node): void => {
    if (isSkipped(node)) return;
    const { operator, left, right, argument, test, callee, value } = node as Node & Record<'operator', string> & Record<string, Node>;
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression' || node.type === 'AssignmentExpression')
      swap(operator, left.end, right.start);
    if (node.type === 'LogicalExpression') {
      replace(node, source(left));
      if (operator !== '??') replace(node, source(right));
    }
    if (node.type === 'UnaryExpression' && (operator === '!' || operator === '-')) replace(node, source(argument));
    if (node.type === 'UpdateExpression') swap(operator, node.start, node.end);
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') replace(test, `!(${source(test)})`);
    if (node.type === 'IfStatement') replace(test, 'false');
    if (node.type === 'ExpressionStatement') replace(node, ';');
    if (node.type === 'CallExpression' && callee.type === 'MemberExpression') {
      const { property } = callee as unknown as { property: Node };
      swap(source(property), property.start, property.end);
    }
    if (node.type === 'Literal' && typeof value === 'number') for (const by of [1, -1]) replace(node, String((value as number) + by));
    for (const [field, child] of Object.entries(node)) {
      // A number that names a field is no constant.
      if (field === 'key' && !node.computed) continue;
      for (const each of Array.isArray(child) ? child : [child])
        if (each && typeof each === 'object' && 'type' in each) visit(each as Node);
    }
  };
  visit(parseAst(text, { lang: 'ts' }) as unknown as Node);
  return found;
}

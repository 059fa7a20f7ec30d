import { parseSync } from 'vite';

const COMPARISONS = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' };
const SWAPS = { '+': '-', '-': '+' };
const CODE = /^(?:id|cbor|node|root|unit|packet|event|verify|elision)\/[a-z-]+$/;

/** Every node of a tree, with its parents from the inside out; what only the compiler sees is left out. */
function* nodesIn(node, above = []) {
  if (Array.isArray(node)) {
    for (const each of node) yield* nodesIn(each, above);
    return;
  }
  if (typeof node !== 'object' || node === null || typeof node.type !== 'string') return;
  const erased = node.type.startsWith('TS') && node.expression === undefined;
  if (erased || node.type === 'ImportDeclaration') return;
  yield [node, above];
  const parents = [node, ...above];
  for (const [name, inner] of Object.entries(node)) {
    if (name !== 'typeAnnotation' && name !== 'typeArguments' && name !== 'returnType') yield* nodesIn(inner, parents);
  }
}

const leaves = (statement) => {
  if (statement.type === 'ReturnStatement' || statement.type === 'ThrowStatement') return true;
  return statement.type === 'BlockStatement' && statement.body.length > 0 && leaves(statement.body.at(-1));
};
const isGuard = (node) => node?.type === 'IfStatement' && node.alternate == null && leaves(node.consequent);
const isNumber = (node) =>
  node.type === 'Literal' && (typeof node.value === 'number' || typeof node.bigint === 'string');
const isFreeze = (node) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.object.name === 'Object' &&
  node.callee.property.name === 'freeze';

/** The name of a function or method; undefined for any other node. */
const functionName = (node) => {
  if (node.type.startsWith('Function')) return node.id?.name;
  if (node.type === 'MethodDefinition') return node.key.name;
  return node.type === 'Property' && /Function/.test(node.value.type) ? node.key.name : undefined;
};

/** The name of the innermost named function around a node. */
const nameOf = (above) => above.map(functionName).find((name) => name !== undefined) ?? '';

/** Whether a number bounds something: it stands in a comparison, or is a constant of the module. */
const bounds = (above) => {
  for (const node of above) {
    if (node.type === 'BinaryExpression' && node.operator in COMPARISONS) return true;
    if (node.type === 'VariableDeclaration') return above.at(-1).type === 'Program' && above.length <= 7;
    if (node.type !== 'BinaryExpression' && node.type !== 'UnaryExpression' && !node.type.startsWith('TS')) {
      if (!['VariableDeclarator', 'ObjectExpression', 'Property', 'ArrayExpression'].includes(node.type)) return false;
    }
  }
  return false;
};

/**
 * The mutants of one file: each replaces the text from `start` to `end`. They follow from the source alone, so that the
 * same source gives the same mutants. `codes` gives the code to put in the place of a code.
 */
export function mutantsOf(file, text, codes) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const mutants = [];
  let within = '';
  const add = (kind, { start, end }, by, then) => mutants.push({ file, kind, within, start, end, by, then });
  const source = ({ start, end }) => text.slice(start, end);
  /** The operator between two operands, which has no node of its own. */
  const operator = (node) => {
    const at = text.indexOf(node.operator, node.left.end);
    if (at < 0 || at >= node.right.start) throw new Error(`${file}: no ${node.operator} at ${node.left.end}`);
    return { start: at, end: at + node.operator.length };
  };

  for (const [node, above] of nodesIn(program)) {
    const [parent] = above;
    within = nameOf(above);
    switch (node.type) {
      case 'BinaryExpression':
        if (node.operator in COMPARISONS) add('comparison', operator(node), COMPARISONS[node.operator]);
        if (node.operator in SWAPS) add('arithmetic', operator(node), SWAPS[node.operator]);
        break;
      case 'AssignmentExpression':
        if (node.operator === '+=' || node.operator === '-=')
          add('arithmetic', operator(node), node.operator === '+=' ? '-=' : '+=');
        break;
      case 'LogicalExpression':
        if (node.operator === '??') add('nullish', { start: node.left.end, end: node.right.end }, '');
        else add('logic', operator(node), node.operator === '&&' ? '||' : '&&');
        break;
      case 'UnaryExpression':
        if (node.operator === '!') add('negation', node, source(node.argument));
        break;
      case 'IfStatement': {
        if (isGuard(node)) add('guard dropped', node, ';');
        else add('condition false', node.test, 'false');
        add('condition true', node.test, 'true', source(node.consequent));
        const list = Array.isArray(parent?.body) ? parent.body : parent?.consequent;
        const next = Array.isArray(list) ? list[list.indexOf(node) + 1] : undefined;
        if (isGuard(node) && isGuard(next)) {
          add('guards swapped', { start: node.start, end: next.end }, `${source(next)}\n${source(node)}`);
        }
        break;
      }
      case 'ConditionalExpression':
        add('condition true', node.test, 'true');
        add('condition false', node.test, 'false');
        break;
      case 'CallExpression':
        if (isFreeze(node)) add('freeze', node, source(node.arguments[0]));
        else if (node.callee.type === 'MemberExpression' && node.callee.property.name === 'slice')
          add('copy', node, source(node.callee.object));
        break;
      case 'NewExpression':
        if (
          node.callee.name === 'Uint8Array' &&
          node.arguments.length === 1 &&
          node.arguments[0].type === 'CallExpression'
        ) {
          if (node.arguments[0].callee.name === 'bytesOf') add('copy', node, source(node.arguments[0]));
        }
        break;
      case 'ArrayExpression':
        if (node.elements.length === 1 && node.elements[0]?.type === 'SpreadElement')
          add('copy', node, source(node.elements[0].argument));
        break;
      case 'Literal':
        if (typeof node.value === 'string' && CODE.test(node.value)) add('code', node, `'${codes(node.value)}'`);
        else if (isNumber(node) && bounds(above)) {
          const tail = typeof node.bigint === 'string' ? 'n' : '';
          const value = BigInt(typeof node.bigint === 'string' ? node.bigint : node.value);
          add('constant', node, `${value + 1n}${tail}`);
          if (value > 0n) add('constant', node, `${value - 1n}${tail}`);
        }
        break;
    }
  }
  return mutants.map((mutant) => {
    const before = text.slice(0, mutant.start).split('\n');
    const line = `${before.at(-1)}${text.slice(mutant.start).split('\n', 1)[0]}`.trim();
    return { ...mutant, line: before.length, text: line, was: text.slice(mutant.start, mutant.end) };
  });
}

/** The text with a mutant in it. */
export const mutated = (text, { start, end, by }) => text.slice(0, start) + by + text.slice(end);

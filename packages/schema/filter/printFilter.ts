import type { FilterNode, Operand } from './tree.ts'

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Quotes a text for use in a filter. */
export function quoteText(value: string): string {
  return `"${value.replace(/[\\"\n\r\t]/g, character => escapes[character] ?? `\\${character}`)}"`
}

function printOperand(operand: Operand): string {
  if (operand.kind === 'text') return quoteText(operand.value)
  if (operand.kind === 'call') return `${operand.name}(${operand.args.map(printOperand).join(', ')})`
  return operand.kind === 'number' ? operand.text : operand.name
}

/** Serializes a filter tree. Parsing the result returns the same tree. */
export function printFilter(node: FilterNode): string {
  if (node.kind === 'comparison') {
    return `${printOperand(node.left)} ${node.any ? '?' : ''}${node.operator} ${printOperand(node.right)}`
  }
  const needsGroup = (part: FilterNode) => part.kind === node.kind || (node.kind === 'and' && part.kind === 'or')
  return node.parts
    .map(part => (needsGroup(part) ? `(${printFilter(part)})` : printFilter(part)))
    .join(node.kind === 'and' ? ' && ' : ' || ')
}

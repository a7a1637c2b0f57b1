import type { FilterNode, Operand } from './tree.ts'

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Quotes a text for use in a filter. */
export const quoteText = (value: string): string =>
  `"${value.replace(/[\\"\n\r\t]/g, character => escapes[character] ?? `\\${character}`)}"`

const printOperand = (operand: Operand): string => {
  if (operand.kind === 'text') return quoteText(operand.value)
  return operand.kind === 'number' ? operand.text : operand.name
}

/** Serializes a filter tree. Parsing the result returns the same tree. */
export const printFilter = (node: FilterNode): string => {
  if (node.kind === 'comparison') {
    return `${printOperand(node.left)} ${node.any ? '?' : ''}${node.operator} ${printOperand(node.right)}`
  }
  const needsGroup = (part: FilterNode) => part.kind === node.kind || (node.kind === 'and' && part.kind === 'or')
  return node.parts
    .map(part => (needsGroup(part) ? `(${printFilter(part)})` : printFilter(part)))
    .join(node.kind === 'and' ? ' && ' : ' || ')
}

/** Half-open range of UTF-16 offsets in the text of a filter. */
export interface Span {
  start: number
  end: number
}

export const operators = ['=', '!=', '>', '>=', '<', '<=', '~', '!~'] as const
/** A comparison operator. The any-match forms such as `?=` have `any: true` on their node. */
export type Operator = (typeof operators)[number]

/** The functions of filters. */
const functionNames = ['strftime', 'geoDistance'] as const
export type FunctionName = (typeof functionNames)[number]

export function isFunctionName(text: string): text is FunctionName {
  return (functionNames as readonly string[]).includes(text)
}

/** An operand that is no function. */
export type Leaf =
  | { kind: 'identifier'; name: string; span: Span }
  | { kind: 'number'; value: number; text: string; span: Span }
  | { kind: 'text'; value: string; span: Span }

/** One side of a comparison: a name, a value, or a function of them. */
export type Operand = Leaf | { kind: 'call'; name: FunctionName; args: readonly Leaf[]; span: Span }

export type FilterNode =
  | { kind: 'comparison'; left: Operand; operator: Operator; any: boolean; right: Operand; span: Span }
  | { kind: 'and' | 'or'; parts: FilterNode[]; span: Span }

/** Returns both sides of every comparison of a filter. */
export function operandsOf(node: FilterNode): Operand[] {
  return node.kind === 'comparison' ? [node.left, node.right] : node.parts.flatMap(operandsOf)
}

/** Returns an operand itself, or the arguments of a function. */
export function leavesOf(operand: Operand): readonly Leaf[] {
  return operand.kind === 'call' ? operand.args : [operand]
}

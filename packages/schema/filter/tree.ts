/** Half-open range of UTF-16 offsets in the text of a filter. */
export interface Span {
  start: number
  end: number
}

export const operators = ['=', '!=', '>', '>=', '<', '<=', '~', '!~'] as const
/** A comparison operator. The any-match forms such as `?=` have `any: true` on their node. */
export type Operator = (typeof operators)[number]

export type Operand =
  | { kind: 'identifier'; name: string; span: Span }
  | { kind: 'number'; value: number; text: string; span: Span }
  | { kind: 'text'; value: string; span: Span }

export type FilterNode =
  | { kind: 'comparison'; left: Operand; operator: Operator; any: boolean; right: Operand; span: Span }
  | { kind: 'and' | 'or'; parts: FilterNode[]; span: Span }

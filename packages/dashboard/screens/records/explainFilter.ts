import { FilterError, type FilterNode, type Operand, parseFilter } from '@coffer/schema'

/** Names that every filter may use beside the fields of its collection. */
const reserved = /^(?:@|true$|false$|null$)|_via_/i

/** A sentence on what is wrong with a filter that the server refused. */
export function explainFilter(filter: string, names: readonly string[]): string {
  try {
    const unknown = identifiersOf(parseFilter(filter)).find(name => !reserved.test(name) && !names.includes(name))
    return unknown === undefined
      ? 'The server could not use this filter.'
      : `This filter names "${unknown}", which is no field here.`
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    const { start, end } = error.span
    const place = filter.slice(start, end).trim()
    return place === '' || place === filter || error.message.includes(place)
      ? error.message
      : `${error.message} See "${shortened(place)}".`
  }
}

/** The first segment of each identifier: the field, without path and modifier. */
function identifiersOf(node: FilterNode): string[] {
  if (node.kind !== 'comparison') return node.parts.flatMap(identifiersOf)
  return [node.left, node.right].flatMap(fieldOf)
}

function fieldOf(operand: Operand): string[] {
  return operand.kind === 'identifier' ? [operand.name.split(/[.:]/)[0] ?? ''] : []
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

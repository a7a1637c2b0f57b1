import { type FilterNode, type Leaf, type Operand, parseSort, printFilter } from '@coffer/schema'
import { Rejection } from '../../../errors/Rejection.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import { readFilter } from '../../../query/compile/readFilter.ts'

const requester = 'data.auth'

/** The names of PocketBase 0.23 and later, and how the stored log names the same values. */
const storedNames = new Map([
  ['@rowid', 'rowid'],
  [requester, 'data.authCollection'],
  ['data.userIP', 'data.userIp'],
  ['data.remoteIP', 'data.remoteIp'],
])

/** @throws Rejection for `updated`, which log entries of 0.23 and later do not have */
function storedName(name: string): string {
  if (name === 'updated') throw new Rejection('invalid')
  return storedNames.get(name) ?? name
}

const renamedLeaf = (leaf: Leaf): Leaf => (leaf.kind === 'identifier' ? { ...leaf, name: storedName(leaf.name) } : leaf)

const renamedOperand = (operand: Operand): Operand =>
  operand.kind === 'call' ? { ...operand, args: operand.args.map(renamedLeaf) } : renamedLeaf(operand)

/** Compares the stored kind of the requester where a filter asks for guests, whose entries have no name of a collection. */
function askedForGuests(node: FilterNode): FilterNode | undefined {
  if (node.kind !== 'comparison' || (node.operator !== '=' && node.operator !== '!=')) return undefined
  const { left, right } = node
  const isRequester = left.kind === 'identifier' && left.name === requester
  return isRequester && right.kind === 'text' && right.value === '' ? { ...node, right: { ...right, value: 'guest' } } : undefined
}

function renamed(node: FilterNode): FilterNode {
  const forGuests = askedForGuests(node)
  if (forGuests) return forGuests
  return node.kind === 'comparison'
    ? { ...node, left: renamedOperand(node.left), right: renamedOperand(node.right) }
    : { ...node, parts: node.parts.map(renamed) }
}

function storedSort(sort: string): string {
  return parseSort(sort)
    .map(item => (item.kind === 'random' ? '@random' : `${item.descending ? '-' : ''}${storedName(item.name)}`))
    .join(',')
}

/**
 * Returns a filter of log entries with the names of the stored log.
 * @throws FilterError for a filter that cannot be parsed
 */
export function storedFilter(filter: string): string {
  return printFilter(renamed(readFilter(filter)))
}

/** Returns a request for log entries with the names of the stored log in its filter and sort. */
export function withStoredNames(request: ApiRequest): ApiRequest {
  const rewrite = ([key, value]: [string, string]): [string, string] => {
    if (value === '') return [key, value]
    if (key === 'filter') return [key, storedFilter(value)]
    return [key, key === 'sort' ? storedSort(value) : value]
  }
  return { ...request, query: request.query.map(rewrite) }
}

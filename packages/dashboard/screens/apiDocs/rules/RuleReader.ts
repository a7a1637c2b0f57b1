import { abilitiesOf } from '@coffer/fields/abilities'
import {
  type Collection,
  type Comparison,
  isAmong,
  isEmptyValue,
  isField,
  moveSubjectLeft,
  type Operand,
  printFilter,
  splitIdentifier,
} from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'
import { targetAt, targetOf } from '../parts/relations.ts'
import { type Action, type FieldNeed, noNeeds } from './RuleNeeds.ts'
import { literalOf, passes } from './valueTests.ts'

/** Context of a rule: the call, its collection, and all collections for the paths in the rule. */
export type RuleSubject = Pick<DocsSubject, 'collection' | 'collections'> & { action: Action }

const methods: Record<Action, string> = { list: 'GET', view: 'GET', create: 'POST', update: 'PATCH', delete: 'DELETE' }

const data = /^@request\.data\./

/** Converts `post.status` and `@request.data.post.status` to `status`, for a condition on the related record. */
const withoutRelation = (operand: Operand): Operand =>
  operand.kind === 'identifier' ? { ...operand, name: operand.name.replace(data, '').replace(/^\w+\./, '') } : operand

/** Collects the requirements on a request to pass several comparisons joined with `&&`. */
export class RuleReader {
  readonly needs = noNeeds()
  isGuest = false
  isSignedIn = false
  /** Names or ids of collections that the rule compares with the requester's. */
  readonly accountsNamed: string[] = []
  /** Collections of the records whose ids the rule compares with the requester's. */
  readonly accountsCompared: Collection[] = []
  /** Keys of the requester that the rule compares. */
  readonly accountKeys: string[] = []
  readonly #subject: RuleSubject

  constructor(subject: RuleSubject) {
    this.#subject = subject
  }

  /** Adds the requirements of a comparison. */
  add(comparison: Comparison): void {
    if (!this.#read(comparison)) this.needs.underived.push(printFilter(comparison))
  }

  /** Returns whether requirements could be derived from the comparison. */
  #read(comparison: Comparison): boolean {
    const { action } = this.#subject
    const oriented = isAmong(comparison)
      ? { ...comparison, left: comparison.right, operator: '=' as const, right: comparison.left }
      : (moveSubjectLeft(comparison) ?? comparison)
    const { left, operator, any, right } = oriented
    const wanted = literalOf(right)
    const known =
      left.kind !== 'identifier'
        ? literalOf(left)
        : { '@request.method': methods[action], '@request.context': 'default' }[left.name]
    if (known !== undefined) return wanted !== undefined && passes(known, { operator, any, wanted })
    const name = left.kind === 'identifier' ? left.name : ''
    const [, source, key = ''] = /^@request\.(\w+)\.(.+)$/.exec(name) ?? []
    if (source === 'auth') return this.#readRequester(key, oriented, comparison)
    if (source === 'data') return this.#readBody(key, oriented)
    if (source === 'query' || source === 'headers') return this.#readParameter(this.needs[source], key, oriented)
    if (!isField(left)) return false
    return action === 'create' ? this.#readBody(name, oriented) : this.#readRecord(comparison)
  }

  #readRequester(key: string, oriented: Comparison, comparison: Comparison): boolean {
    const { left, operator, right } = oriented
    const isEquality = operator === '=' || operator === '!='
    if (key === 'id' && isEmptyValue(right) && isEquality) {
      if (operator === '=') this.isGuest = true
      else this.isSignedIn = true
      return true
    }
    this.isSignedIn = true
    if (/^collection(Name|Id)$/.test(key) && operator === '=' && right.kind === 'text') {
      this.accountsNamed.push(right.value)
      return true
    }
    this.accountKeys.push(splitIdentifier(key).path[0] ?? key)
    if (right.kind === 'identifier' && literalOf(right) === undefined) {
      return this.#readRequesterPath(key, right.name, oriented, comparison)
    }
    this.needs.account.push(printFilter({ ...oriented, left: { kind: 'identifier', name: key, span: left.span } }))
    return true
  }

  /** Reads a comparison of the requester with the value of a path such as `author.user`. */
  #readRequesterPath(key: string, name: string, oriented: Comparison, comparison: Comparison): boolean {
    const { action, collection, collections } = this.#subject
    const [, other, rest] = /^@collection\.(\w+)\.(.+)$/.exec(name) ?? []
    const start = other === undefined ? collection : collections.find(one => one.name === other)
    const { path } = splitIdentifier((rest ?? name).replace(data, ''))
    const compared = start && targetAt(path, start, collections)
    if (key === 'id' && compared) this.accountsCompared.push(compared)
    const isSent = data.test(name)
    if (!isSent && name.startsWith('@')) return false
    const isEqual = oriented.operator === '='
    if (!isSent && action !== 'create') {
      this.needs.isOwnRecord ||= isEqual && key === 'id' && name === 'id'
      return this.needs.isOwnRecord || this.#readRecord(comparison)
    }
    const [field = '', ...further] = path.at(-1) === 'id' ? path.slice(0, -1) : path
    if (further.length > 0) return this.#readRelated(field, comparison)
    if (!isEqual || !/^\w+$/.test(key) || !this.#hasField(field)) return false
    this.#fieldNeed(field).requesterKey = key
    return true
  }

  /** Reads a comparison of a sent value, or of the record to create, with a constant. */
  #readBody(key: string, oriented: Comparison): boolean {
    const { left, operator, any, right } = oriented
    const { path, modifier } = splitIdentifier(key)
    const [field = '', ...further] = path
    const wanted = literalOf(right)
    if (further.length > 0) return this.#readRelated(field, oriented)
    const isSent = left.kind === 'identifier' && data.test(left.name)
    if (wanted === undefined || !((isSent && field !== 'verified') || this.#hasField(field))) return false
    if (isSent && this.#holdsFiles(field)) return modifier === 'isset' && wanted === false
    if (modifier !== 'isset') this.#fieldNeed(field).tests.push({ operator, any, modifier, wanted })
    else if (operator === '=' && typeof wanted === 'boolean') this.#fieldNeed(field).isSent = wanted
    else return false
    return true
  }

  /** Records a condition on a related record. */
  #readRelated(field: string, comparison: Comparison): boolean {
    const { collection, collections } = this.#subject
    const relation = collection.schema.find(({ name }) => name === field)
    if (!relation || !collections.some(({ id }) => id === targetOf(relation))) return false
    const need = this.#fieldNeed(field)
    need.isSent = true
    const [left, right] = [withoutRelation(comparison.left), withoutRelation(comparison.right)]
    need.related.push(printFilter({ ...comparison, left, right }))
    return true
  }

  #readParameter(parameters: Record<string, string>, key: string, { operator, right }: Comparison): boolean {
    const { path, modifier } = splitIdentifier(key)
    const name = path.join('.')
    const wanted = literalOf(right)
    if (modifier === 'isset' && operator === '=' && typeof wanted === 'boolean') {
      if (wanted && !Object.hasOwn(parameters, name)) parameters[name] = '1'
      return true
    }
    if (modifier !== undefined || wanted === undefined) return false
    if (operator !== '=' && (operator !== '!=' || wanted !== '')) return false
    if (operator === '=') parameters[name] = String(wanted)
    else if (!Object.hasOwn(parameters, name)) parameters[name] = '1'
    return true
  }

  /** Records a condition on the record of the call. Ignored for lists, which the rule filters. */
  #readRecord(comparison: Comparison): boolean {
    if (this.#subject.action !== 'list') this.needs.record.push(printFilter(comparison))
    return true
  }

  #hasField(name: string): boolean {
    const { collection } = this.#subject
    const isOfAccount = collection.type === 'auth' && ['username', 'email', 'emailVisibility'].includes(name)
    return isOfAccount || collection.schema.some(field => field.name === name)
  }

  /** Whether a field holds files. `@request.data` does not contain them, only the record does. */
  #holdsFiles(name: string): boolean {
    return this.#subject.collection.schema.some(field => field.name === name && abilitiesOf(field).holdsFiles)
  }

  #fieldNeed(name: string): FieldNeed {
    const need = this.needs.fields.get(name) ?? { tests: [], related: [] }
    this.needs.fields.set(name, need)
    return need
  }
}

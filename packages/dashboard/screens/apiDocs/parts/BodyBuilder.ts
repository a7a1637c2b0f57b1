import { type Field, fieldType } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import { type Collection, parseIndex } from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'
import { fittingValue } from '../rules/fittingValue.ts'
import type { FieldNeed, RuleNeeds } from '../rules/RuleNeeds.ts'
import { passes } from '../rules/valueTests.ts'
import { Requester } from '../samples/writeValue.ts'
import { isExample } from './exampleRecord.ts'
import { targetOf } from './relations.ts'

/** Body of a sample. */
export interface BodyExample {
  values: Record<string, unknown>
  /** File fields to upload to. */
  files: Field[]
  /** Sentences about what the user has to replace or to know. */
  remarks: string[]
}

/** Longer values of stored records are not used, because they would hide the call. */
const maxValueCharacters = 80

/** Maximum number of placeholder ids in a relation. */
const maxIds = 5

const isShort = (value: unknown): boolean => typeof value !== 'string' || value.length <= maxValueCharacters

/** Converts `paidUntil` to `PAID_UNTIL`, for placeholders. */
const upperSnake = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase()

/** Returns the columns of each unique index. */
export function uniqueColumns({ indexes, type }: Collection): string[][] {
  const unique = indexes.map(parseIndex).filter(index => index?.isUnique)
  const columns = unique.map(index => index?.columns.map(({ name }) => name) ?? [])
  return type === 'auth' ? [['username'], ['email'], ...columns] : columns
}

/** Whether a request without the field fails the rule. */
export function isRequiredByRule(need: FieldNeed | undefined): boolean {
  if (need === undefined || need.isSent === false) return false
  const passesEmpty = need.tests.every(test => passes('', test) && (test.operator !== '=' || test.wanted === ''))
  return need.isSent === true || need.requesterKey !== undefined || !passesEmpty
}

/** Builds the body of a sample, and remarks on its values. */
export class BodyBuilder {
  readonly #subject: DocsSubject
  readonly #needs: RuleNeeds
  readonly #unique: string[][]
  readonly values: Record<string, unknown> = {}
  readonly files: Field[] = []
  readonly remarks: string[] = []

  constructor(subject: DocsSubject, needs: RuleNeeds) {
    this.#subject = subject
    this.#needs = needs
    this.#unique = uniqueColumns(subject.collection)
  }

  add(field: Field): void {
    const { name, options } = field
    const need = this.#needs.fields.get(name) ?? { tests: [], related: [] }
    if (abilitiesOf(field).holdsFiles) {
      this.files.push(field)
    } else if (need.requesterKey !== undefined) {
      const value = new Requester(need.requesterKey)
      this.values[name] = fieldType(field).isMultiple(options) ? [value] : value
    } else if (targetOf(field) !== undefined) {
      this.#addRelation(field, need)
    } else {
      this.#addValue(field, need)
    }
  }

  #addValue(field: Field, need: FieldNeed): void {
    const { record } = this.#subject
    const { name } = field
    const { tests } = need
    const stored = record[name]
    const isReusable = isShort(stored) && (isExample(record) || !this.#unique.flat().includes(name))
    const found = fittingValue(field, isReusable ? stored : undefined, tests)
    if (found) {
      if (!found.isEmpty || isRequiredByRule(need)) this.values[name] = found.value
    } else if (field.required || need.isSent) {
      this.values[name] = upperSnake(name)
      const help = fieldType(field).describe?.(field.options) ?? ''
      this.remarks.push(`Replace ${upperSnake(name)} with a valid value. ${help.replaceAll('`', '')}`.trim())
    } else {
      const conditions = tests.map(
        ({ operator, any, modifier, wanted }) =>
          `${modifier ? `${name}:${modifier}` : name} ${any ? '?' : ''}${operator} ${JSON.stringify(wanted)}`,
      )
      this.remarks.push(`The rule also requires: ${conditions.join(' && ')}`)
    }
  }

  #addRelation(field: Field, { tests, related }: FieldNeed): void {
    const { record, collections } = this.#subject
    const { name, options } = field
    const { signIn } = this.#needs
    const target = collections.find(({ id }) => id === targetOf(field))
    const type = fieldType(field)
    const stored = type.normalize(isExample(record) ? undefined : record[name], options)
    if (!type.isEmpty(stored) && !this.#unique.flat().includes(name) && tests.every(test => passes(stored, test))) {
      this.values[name] = stored
      if (related.length > 0)
        this.remarks.push(`The rule requires that ${name} is a record of ${target?.name}${whereText(related)}.`)
      return
    }
    const ids: unknown[] = []
    do ids.push(ids.length === 0 ? `${upperSnake(name)}_ID` : `${upperSnake(name)}_ID_${ids.length + 1}`)
    while (ids.length < maxIds && (type.validate(ids, options) || !tests.every(test => passes(ids, test))))
    if (signIn && signIn !== 'admin' && signIn.id === target?.id && related.length === 0) ids[0] = new Requester('id')
    this.values[name] = type.isMultiple(options) ? ids : ids[0]
    for (const id of ids.filter(one => typeof one === 'string')) {
      this.remarks.push(
        `Replace ${id} with the id of a record of ${target?.name ?? 'a missing collection'}${whereText(related)}.`,
      )
    }
  }

  build(): BodyExample {
    const areSent = (names: string[]) => names.every(name => Object.hasOwn(this.values, name))
    const unique = this.#unique
      .filter(areSent)
      .map(names => `The ${names.length > 1 ? 'combination' : 'value'} of ${names.join(' and ')} must be unique.`)
    return { values: this.values, files: this.files, remarks: [...this.remarks, ...unique] }
  }
}

/** Formats conditions as the end of a sentence about a record. */
export function whereText(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' && ')}` : ''
}

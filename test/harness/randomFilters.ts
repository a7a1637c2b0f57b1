import fc, { type Arbitrary } from 'fast-check'

/** The properties of a collection that filters need. */
export interface NamedCollection {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly schema: readonly { readonly name: string; readonly type: string; readonly options: object }[]
}

export interface RandomFilters {
  /** Filters that clients can send. */
  filter: (collection: string) => Arbitrary<string>
  /** Filters that use only the collection's own fields. */
  ownFilter: (collection: string) => Arbitrary<string>
  /** Filters that also read the request and other collections. */
  rule: (collection: string) => Arbitrary<string>
  sort: (collection: string) => Arbitrary<string>
  /** Sorts with one value per record: among several related records, the first one depends on SQLite's plan. */
  sortByOne: (collection: string) => Arbitrary<string>
  /** Lists of relations and back relations to expand, some of which do not exist. */
  expand: (collection: string) => Arbitrary<string>
}

const operators = ['=', '!=', '>', '>=', '<', '<=', '~', '!~'].flatMap(operator => [operator, `?${operator}`])

const words = String.raw`published draft chief writer reader topic food a A % _ %e% o_ \\ [] 2026-03 alice0000000001 bob000000000001
  author000000001 author000000002 category0000002 tag000000000003 post00000000001 post00000000013 media0000000002 scratch00000017`

const bare = String.raw`null true false '' "" 0 1 2 -1 3.5 100 @todayStart @year @weekday "\""`

const literals = [...bare.split(' '), ...words.split(/\s+/).flatMap(word => [`"${word}"`, `'${word}'`])]

/** Macros whose values change with each millisecond. A condition such as `@now ~ 5` compares their digits. */
const momentary = ['@now', '@yesterday', '@tomorrow']

const requestOperands = [
  ...['id', 'collectionName', 'verified', 'username', 'role', 'nothing', 'authors_via_user.id', 'media_via_owner.public'].map(
    name => `@request.auth.${name}`,
  ),
  '@request.method',
  '@request.context',
  '@request.query.kind',
  '@request.query.kind:isset',
  '@request.headers.x_key',
  '@request.data.title',
  '@request.data.tags:length',
  '@request.data.nested.key',
  '@request.body.title:lower',
  '@request.auth.name:lower',
  '@collection.tags.name',
  '@collection.tags:other.kind',
  '@collection.registry.name',
  '@collection.categories.parent.slug',
]

function modifiersOf(type: string): string[] {
  if (['select', 'file', 'relation'].includes(type)) return ['', '', ':each', ':length']
  return type === 'json' ? ['', '.a', '.list.0', '.a.b'] : ['']
}

const systemFields: Record<string, string[]> = {
  view: ['id'],
  auth: ['id', 'created', 'username', 'email', 'emailVisibility', 'verified'],
  base: ['id', 'created', 'updated'],
}

/** Lists the segments before a dot: relations of the collection, and back relations from others. */
function hopsFrom(collection: NamedCollection, all: readonly NamedCollection[]): { segment: string; to: NamedCollection }[] {
  const relationsOf = ({ schema }: NamedCollection) => schema.filter(({ type }) => type === 'relation')
  const targetOf = ({ options }: { options: object }) => (options as { collectionId?: string }).collectionId
  const forward = relationsOf(collection).flatMap(field => {
    const to = all.find(({ id }) => id === targetOf(field))
    return to ? [{ segment: field.name, to }] : []
  })
  const back = all.flatMap(source =>
    relationsOf(source)
      .filter(field => targetOf(field) === collection.id)
      .map(field => ({ segment: `${source.name}_via_${field.name}`, to: source })),
  )
  return [...forward, ...back]
}

/** Returns whether a sort follows only relations to one record. */
function hasOneValue(sort: string, all: readonly NamedCollection[]): boolean {
  const ofOne = (options: object) => (options as { maxSelect?: number | null }).maxSelect === 1
  const relations = all.flatMap(({ schema }) => schema.filter(({ type }) => type === 'relation'))
  const isSingle = (step: string) => relations.some(({ name, options }) => name === step && ofOne(options))
  return (
    !sort.includes(':each') && sort.split(',').every(path => path.replace(/^[-+]/, '').split('.').slice(0, -1).every(isSingle))
  )
}

const spaced = (parts: readonly string[]): string => parts.join(' ')

function combined(comparison: Arbitrary<string>): Arbitrary<string> {
  const { filter } = fc.letrec<{ filter: string }>(tie => ({
    filter: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { arbitrary: comparison, weight: 3 },
      fc.tuple(tie('filter'), fc.constantFrom('&&', '||', '&& // and\n'), tie('filter')).map(spaced),
      tie('filter').map(inner => `(${inner})`),
    ),
  }))
  return filter
}

const formats = ['%Y-%m', '%F %T', '%w%j', '%s', '%H:%M:%f %%']
const moves = ['', ', "+1 day"', ', "-3 months", "start of month"', ', "+1.5 hours"']

/** Applies functions and `:lower` to some operands. */
function derived(operand: Arbitrary<string>): Arbitrary<string> {
  const plain = operand.filter(name => !name.includes(':'))
  return fc.oneof(
    { arbitrary: operand, weight: 8 },
    plain.map(name => `${name}:lower`),
    fc
      .tuple(fc.constantFrom(...formats), operand, fc.constantFrom(...moves))
      .map(([format, name, move]) => `strftime("${format}", ${name}${move})`),
    fc
      .tuple(operand, fc.constantFrom('0', '11.5', '-170'))
      .map(([name, degrees]) => `geoDistance(${name}, ${degrees}, 12, 48.5)`),
  )
}

function comparing(given: Arbitrary<string>, literal: Arbitrary<string>): Arbitrary<string> {
  const operand = derived(given)
  const operator = fc.constantFrom(...operators)
  return fc.oneof(
    { arbitrary: fc.tuple(operand, operator, literal).map(spaced), weight: 5 },
    fc.tuple(literal, operator, operand).map(spaced),
    { arbitrary: fc.tuple(operand, operator, operand).map(spaced), weight: 2 },
  )
}

const leavesOf = ({ type, schema }: NamedCollection): string[] => [
  ...(systemFields[type] ?? []),
  ...schema.flatMap(field => modifiersOf(field.type).map(modifier => field.name + modifier)),
]

/** Builds an arbitrary on first use, because there are too many paths to build all of them. */
const lazily = (build: () => Arbitrary<string>): Arbitrary<string> => fc.constant(undefined).chain(build)

/** Generates paths to a field over a limited number of relations. */
function pathFrom(collection: NamedCollection, all: readonly NamedCollection[], hops: number): Arbitrary<string> {
  const leaf = fc.constantFrom(...leavesOf(collection))
  const longer = (hops === 0 ? [] : hopsFrom(collection, all)).map(({ segment, to }) =>
    lazily(() => pathFrom(to, all, hops - 1)).map(rest => `${segment}.${rest}`),
  )
  return longer.length === 0 ? leaf : fc.oneof({ arbitrary: leaf, weight: longer.length }, ...longer)
}

/** Generates paths of a limited number of relations, some of them invalid. */
function segmentsFrom(collection: NamedCollection, all: readonly NamedCollection[], hops: number): Arbitrary<string> {
  const one = hopsFrom(collection, all).flatMap(({ segment, to }) => {
    const longer = lazily(() => segmentsFrom(to, all, hops - 1)).map(rest => `${segment}.${rest}`)
    return [fc.constant(segment), ...(hops > 1 ? [longer] : [])]
  })
  return fc.oneof(fc.constantFrom('id', 'nothing', ...leavesOf(collection)), ...one)
}

/**
 * Generates random queries for the collections of a data directory.
 * @param options.hasFixedTime whether the caller sets the value of `@now`, which otherwise differs between two evaluations
 */
export function randomFilters(all: readonly NamedCollection[], { hasFixedTime = false } = {}): RandomFilters {
  const literal = fc.constantFrom(...literals, ...(hasFixedTime ? momentary : []))
  const find = (name: string) => {
    const found = all.find(collection => collection.name === name)
    if (!found) throw new Error(`There is no collection ${name}.`)
    return found
  }
  const path = (name: string, hops: number) => pathFrom(find(name), all, hops)
  const sort = (name: string) =>
    fc
      .array(fc.tuple(fc.constantFrom('', '-', '+'), path(name, 1)), { minLength: 1, maxLength: 3 })
      .map(parts => parts.map(part => part.join('')).join())
  return {
    filter: name => combined(comparing(path(name, 2), literal)),
    ownFilter: name => combined(comparing(path(name, 0), literal)),
    rule: name => {
      const changed = leavesOf(find(name)).map(leaf => `@request.body.${leaf.replace(/[.:].*/, '')}:changed`)
      const asking = fc.oneof(fc.constantFrom(...requestOperands, ...changed), path(name, 1))
      return combined(fc.oneof(comparing(path(name, 2), literal), comparing(asking, literal)))
    },
    sort,
    sortByOne: name => sort(name).filter(text => hasOneValue(text, all)),
    expand: name => fc.array(segmentsFrom(find(name), all, 3), { minLength: 1, maxLength: 3 }).map(paths => paths.join()),
  }
}

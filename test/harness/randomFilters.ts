import fc, { type Arbitrary } from 'fast-check'

/** As much of a collection as a filter about its records has to know. */
export interface NamedCollection {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly schema: readonly { readonly name: string; readonly type: string; readonly options: object }[]
}

export interface RandomFilters {
  /** Filters as a client may send them. */
  filter: (collection: string) => Arbitrary<string>
  /** Filters of its own fields alone. */
  ownFilter: (collection: string) => Arbitrary<string>
  /** Filters that also ask about the request and about other collections. */
  rule: (collection: string) => Arbitrary<string>
  sort: (collection: string) => Arbitrary<string>
  /** Lists of relations and back relations to expand, some of which do not exist. */
  expand: (collection: string) => Arbitrary<string>
}

type Options = { collectionId?: string; maxSelect?: number | null }

const operators = ['=', '!=', '>', '>=', '<', '<=', '~', '!~'].flatMap(operator => [operator, `?${operator}`])

const literals = [
  ...['null', 'true', 'false', "''", '""', '0', '1', '2', '-1', '3.5', '100', '@now', '@todayStart', '@year', '@weekday'],
  ...[
    'published',
    'draft',
    'chief',
    'writer',
    'reader',
    'topic',
    'food',
    'a',
    'A',
    '%',
    '_',
    '%e%',
    'o_',
    '\\\\',
    '%\\"',
    '[]',
    '2026-03',
  ],
  ...['alice0000000001', 'bob000000000001', 'author000000001', 'author000000002', 'category0000002', 'tag000000000003'],
  ...['post00000000001', 'post00000000013', 'media0000000002', 'scratch00000017'],
].map((text, position) => (position < 15 ? text : position % 3 === 0 && !text.includes('\\') ? `'${text}'` : `"${text}"`))

const requestOperands = [
  ...['id', 'collectionName', 'verified', 'username', 'role', 'nothing', 'authors_via_user.id', 'media_via_owner.public'].map(
    name => `@request.auth.${name}`,
  ),
  ...['@request.method', '@request.context', '@request.query.kind', '@request.query.kind:isset', '@request.headers.x_key'],
  ...['@request.data.title', '@request.data.tags:length', '@request.data.nested.key'],
  ...['@collection.tags.name', '@collection.tags:other.kind', '@collection.registry.name', '@collection.categories.parent.slug'],
]

const modifiersOf = (type: string): string[] =>
  ['select', 'file', 'relation'].includes(type)
    ? ['', '', ':each', ':length']
    : type === 'json'
      ? ['', '.a', '.list.0', '.a.b']
      : ['']

const systemFields = (type: string) =>
  type === 'view'
    ? ['id']
    : type === 'auth'
      ? ['id', 'created', 'username', 'email', 'emailVisibility', 'verified']
      : ['id', 'created', 'updated']

/** Whatever may stand before a dot: relations of the collection, and those of others that point to it. */
const hopsFrom = (collection: NamedCollection, all: readonly NamedCollection[]): { segment: string; to: NamedCollection }[] => {
  const relationsOf = ({ schema }: NamedCollection) => schema.filter(({ type }) => type === 'relation')
  const targetOf = ({ options }: { options: object }) => (options as Options).collectionId
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

const spaced = (parts: readonly string[]): string => parts.join(' ')

const combined = (comparison: Arbitrary<string>): Arbitrary<string> => {
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

/** Random texts over the collections of a data directory. */
export const randomFilters = (all: readonly NamedCollection[]): RandomFilters => {
  const find = (name: string) => {
    const found = all.find(collection => collection.name === name)
    if (!found) throw new Error(`There is no collection ${name}.`)
    return found
  }
  const leaves = (collection: NamedCollection): string[] => [
    ...systemFields(collection.type),
    ...collection.schema.flatMap(({ name, type }) => modifiersOf(type).map(modifier => name + modifier)),
  ]
  const path = (collection: NamedCollection, hops: number): Arbitrary<string> => {
    const leaf = fc.constantFrom(...leaves(collection))
    const next = hops === 0 ? [] : hopsFrom(collection, all)
    const longer = next.map(({ segment, to }) =>
      fc
        .nat(0)
        .chain(() => path(to, hops - 1))
        .map(rest => `${segment}.${rest}`),
    )
    return longer.length === 0 ? leaf : fc.oneof({ arbitrary: leaf, weight: longer.length }, ...longer)
  }
  const literal = fc.constantFrom(...literals)
  const operator = fc.constantFrom(...operators)
  const comparing = (operand: Arbitrary<string>): Arbitrary<string> =>
    fc.oneof(
      { arbitrary: fc.tuple(operand, operator, literal).map(spaced), weight: 5 },
      fc.tuple(literal, operator, operand).map(spaced),
      { arbitrary: fc.tuple(operand, operator, operand).map(spaced), weight: 2 },
    )
  const segments = (collection: NamedCollection, depth: number): Arbitrary<string> => {
    const hops = hopsFrom(collection, all)
    const one = hops.map(({ segment, to }) =>
      depth === 0
        ? fc.constant(segment)
        : fc.oneof(
            fc.constant(segment),
            fc
              .nat(0)
              .chain(() => segments(to, depth - 1))
              .map(rest => `${segment}.${rest}`),
          ),
    )
    return fc.oneof({ arbitrary: fc.constantFrom('id', 'nothing', ...leaves(collection)), weight: 1 }, ...one)
  }
  return {
    filter: name => combined(comparing(path(find(name), 2))),
    ownFilter: name => combined(comparing(path(find(name), 0))),
    rule: name => {
      const own = comparing(path(find(name), 2))
      const asking = comparing(fc.oneof(fc.constantFrom(...requestOperands), path(find(name), 1)))
      return combined(fc.oneof(own, asking))
    },
    sort: name =>
      fc
        .array(fc.tuple(fc.constantFrom('', '-', '+'), path(find(name), 1)), { minLength: 1, maxLength: 3 })
        .map(parts => parts.map(part => part.join('')).join()),
    expand: name => fc.array(segments(find(name), 2), { minLength: 1, maxLength: 3 }).map(paths => paths.join()),
  }
}

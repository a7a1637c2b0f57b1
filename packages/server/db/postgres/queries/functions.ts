import { ownValue } from '@coffer/fields/ownValue'
import { aggregate, builtIn, call, cast, coalesce, type Fields, isNull, type Node, or, text, when } from './nodes.ts'

/** How a call of a function of SQLite is written in PostgreSQL. */
interface PortableFunction {
  /** The numbers of arguments that it takes. */
  min: number
  max: number
  write: (args: Node[], original: Fields) => Node
}

const any = Number.POSITIVE_INFINITY

/** A function of PostgreSQL with the same meaning, or with overloads of the schema `coffer`. */
const same = (min: number, max: number, name: string): [string, PortableFunction] => [
  name,
  { min, max, write: (args, original) => builtIn(name, original.agg_star ? undefined : args, original) },
]

/** A function of the schema `coffer`, some of whose arguments are converted to texts. */
const own = (min: number, max: number, name: string, texts: readonly number[] = []): [string, PortableFunction] => [
  name,
  { min, max, write: args => call(`sqlite_${name}`, ...args.map((arg, index) => (texts.includes(index) ? toText(arg) : arg))) },
]

export function toText(value: Node): Node {
  return 'A_Const' in value && value.A_Const?.sval ? value : call('to_text', value)
}

/** An aggregate that adds up numbers as SQLite does. */
const sumAggregate = (name: 'sum' | 'avg'): [string, PortableFunction] => [
  name,
  { min: 1, max: 1, write: (args, original) => aggregate(`sqlite_${name}`, args, original) },
]

/** MIN and MAX with one argument aggregate; with several they return one of them, or null if one is null. */
const extreme = (name: 'min' | 'max'): [string, PortableFunction] => [
  name,
  {
    min: 1,
    max: any,
    write: (args, original) =>
      args.length === 1
        ? builtIn(name, args, original)
        : when(
            or(args.map(isNull)),
            { A_Const: { isnull: true } },
            {
              MinMaxExpr: { op: name === 'min' ? 'IS_LEAST' : 'IS_GREATEST', args },
            },
          ),
  },
]

/** An aggregate to JSON, without the spaces that PostgreSQL writes. */
const jsonAggregate = (name: string, count: number, target: string): [string, PortableFunction] => [
  name,
  { min: count, max: count, write: (args, original) => call('minified_json', builtIn(target, args, original)) },
]

const jsonBuilder = (name: string, target: string): [string, PortableFunction] => [
  name,
  { min: 0, max: any, write: args => call('minified_json', builtIn(target, args)) },
]

/** A function of a date. `'now'` is the moment of the query. */
const ofDate = (name: string, formats: number): [string, PortableFunction] => [
  name,
  {
    min: formats,
    max: any,
    write: args => {
      const dates = args.slice(formats)
      const [date = text('now'), ...modifiers] = dates
      const isNow = date.A_Const?.sval?.sval?.toLowerCase() === 'now'
      return call(`sqlite_${name}`, ...args.slice(0, formats), isNow ? call('sqlite_now') : toText(date), ...modifiers)
    },
  },
]

const substr: PortableFunction = {
  min: 2,
  max: 3,
  write: ([value, ...range]) => call('sqlite_substr', toText(value as Node), ...range),
}

const joined: PortableFunction = {
  min: 1,
  max: 2,
  write: ([value, separator = text(',')], original) => builtIn('string_agg', [toText(value as Node), separator], original),
}

/** The functions that a query in SQLite's syntax can call, by name. */
const portableFunctions: ReadonlyMap<string, PortableFunction> = new Map([
  same(0, 1, 'count'),
  sumAggregate('sum'),
  sumAggregate('avg'),
  extreme('min'),
  extreme('max'),
  [
    'total',
    {
      min: 1,
      max: 1,
      write: (args, original) => coalesce(aggregate('sqlite_sum', args, original), { A_Const: { fval: { fval: '0.0' } } }),
    },
  ],
  ['group_concat', joined],
  ['string_agg', joined],
  ...['row_number', 'rank', 'dense_rank', 'percent_rank', 'cume_dist'].map(name => same(0, 0, name)),
  ...['first_value', 'last_value', 'ntile'].map(name => same(1, 1, name)),
  same(2, 2, 'nth_value'),
  same(1, 3, 'lag'),
  same(1, 3, 'lead'),
  ...['abs', 'sign', 'sqrt', 'exp', 'ln', 'ceil', 'ceiling', 'floor'].map(name => same(1, 1, name)),
  ...['power', 'pow'].map(name => same(2, 2, name)),
  own(1, 2, 'round'),
  own(0, 0, 'random'),
  ['ifnull', { min: 2, max: 2, write: args => coalesce(...args) }],
  ['iif', { min: 2, max: 3, write: ([condition, yes, no]) => when(condition as Node, yes as Node, no) }],
  own(1, 1, 'length', [0]),
  own(1, 1, 'lower', [0]),
  own(1, 1, 'upper', [0]),
  ['trim', { min: 1, max: 2, write: ([value, ...signs]) => builtIn('btrim', [toText(value as Node), ...signs]) }],
  ['ltrim', { min: 1, max: 2, write: ([value, ...signs]) => builtIn('ltrim', [toText(value as Node), ...signs]) }],
  ['rtrim', { min: 1, max: 2, write: ([value, ...signs]) => builtIn('rtrim', [toText(value as Node), ...signs]) }],
  ['replace', { min: 3, max: 3, write: args => builtIn('replace', args.map(toText)) }],
  ['instr', { min: 2, max: 2, write: args => builtIn('strpos', args.map(toText)) }],
  ['concat', { min: 1, max: any, write: args => builtIn('concat', args.map(toText)) }],
  ['substr', substr],
  ['substring', substr],
  own(2, 2, 'json_extract'),
  own(1, 2, 'json_array_length'),
  own(1, 1, 'json_valid', [0]),
  ['json', { min: 1, max: 1, write: ([value]) => call('minified_json', cast(toText(value as Node), 'json')) }],
  jsonBuilder('json_array', 'json_build_array'),
  jsonBuilder('json_object', 'json_build_object'),
  jsonAggregate('json_group_array', 1, 'json_agg'),
  jsonAggregate('json_group_object', 2, 'json_object_agg'),
  ofDate('strftime', 1),
  ofDate('date', 0),
  ofDate('time', 0),
  ofDate('datetime', 0),
  ofDate('julianday', 0),
  ofDate('unixepoch', 0),
])

/** What to write instead of functions that are not portable. */
const remedies: Readonly<Record<string, string>> = {
  format: 'Write || and CAST',
  printf: 'Write || and CAST',
  typeof: 'Write CASE with conditions on the value',
  json_tree: 'Write json_each',
  json_type: 'Write CASE with conditions on the value',
  like: 'Write LIKE',
  glob: 'Write LIKE',
}

/** Writes a call of a function for PostgreSQL. @throws Error for a function that is not portable */
export function writeCall(name: string, original: Fields): Node {
  const args: Node[] = original.args ?? []
  const known = portableFunctions.get(name)
  if (!known) {
    const remedy = ownValue(remedies, name) ?? `Write one of: ${[...portableFunctions.keys()].sort().join(', ')}`
    throw new Error(`The function ${name} is not portable to PostgreSQL. ${remedy}.`)
  }
  if (args.length < known.min || args.length > known.max) throw new Error(`wrong number of arguments to function ${name}()`)
  return known.write(args, original)
}

/** Returns the function that converts a value to a type as SQLite's CAST does. SQLite derives the conversion from the type's name. */
export function conversionTo(type: string): string {
  if (/int/i.test(type)) return 'to_integer'
  if (/char|clob|text|blob/i.test(type)) return 'to_text'
  return /real|floa|doub/i.test(type) ? 'to_real' : 'to_numeric'
}

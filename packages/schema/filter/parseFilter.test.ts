import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runInterruptibly } from '../../../test/harness/runInterruptibly.ts'
import { FilterError } from './FilterError.ts'
import { parseFilter } from './parseFilter.ts'
import { printFilter } from './printFilter.ts'
import { type FilterNode, type Operand, operators } from './tree.ts'

const nowhere = { start: 0, end: 0 }

const withoutSpans = (node: FilterNode): FilterNode =>
  node.kind === 'comparison'
    ? { ...node, span: nowhere, left: { ...node.left, span: nowhere }, right: { ...node.right, span: nowhere } }
    : { ...node, span: nowhere, parts: node.parts.map(withoutSpans) }

const name = fc.stringMatching(/^[@#]?[A-Za-z_][\w.:]{0,10}\w$/)
const operand: fc.Arbitrary<Operand> = fc.oneof(
  name.map(name => ({ kind: 'identifier' as const, name, span: nowhere })),
  fc
    .stringMatching(/^-?\d{1,20}(\.\d{1,10})?$/)
    .map(text => ({ kind: 'number' as const, value: Number(text), text, span: nowhere })),
  fc.string({ unit: 'binary' }).map(value => ({ kind: 'text' as const, value, span: nowhere })),
)
const comparison: fc.Arbitrary<FilterNode> = fc.record({
  kind: fc.constant('comparison'),
  left: operand,
  operator: fc.constantFrom(...operators),
  any: fc.boolean(),
  right: operand,
  span: fc.constant(nowhere),
})
const { tree } = fc.letrec<{ tree: FilterNode; group: FilterNode }>(tie => ({
  tree: fc.oneof({ depthSize: 'medium' }, comparison, tie('group')),
  group: fc.record({
    kind: fc.constantFrom('and', 'or'),
    parts: fc.array(tie('tree'), { minLength: 2, maxLength: 4 }),
    span: fc.constant(nowhere),
  }),
}))

describe('parses a filter', () => {
  test.each([
    ['a=1', 'a = 1'],
    [' a\n ?!~\t"x" // the end', 'a ?!~ "x"'],
    ['a = 1 || b = 2 && c = 3', 'a = 1 || b = 2 && c = 3'],
    ['(a = 1 || b = 2) && c = 3', '(a = 1 || b = 2) && c = 3'],
    ['((((a = 1))))', 'a = 1'],
    ['(a = 1) && (b = 2 && c = 3)', 'a = 1 && (b = 2 && c = 3)'],
    ['a = -1.50 && "x" ~ b', 'a = -1.50 && "x" ~ b'],
    ["(a = '\"(' || b = 'it\\'s')", 'a = "\\"(" || b = "it\'s"'],
    ['a = // note\n 1 && // &&\n b = 2', 'a = 1 && b = 2'],
    ['n>-1', 'n > -1'],
  ])('parses the filter %j', (source, printed) => {
    expect(printFilter(parseFilter(source))).toBe(printed)
  })

  test('parses a filter with the range of every part', () => {
    const source = 'x = 1 && (name ?= "a" || b < 2)'
    const node = parseFilter(source)
    const texts: string[] = []
    const collect = (part: FilterNode) => {
      texts.push(source.slice(part.span.start, part.span.end))
      if (part.kind !== 'comparison') part.parts.forEach(collect)
    }
    collect(node)
    expect(texts).toEqual([source, 'x = 1', '(name ?= "a" || b < 2)', 'name ?= "a"', 'b < 2'])
  })

  test('parses the text of any filter tree back to the same tree', () => {
    fc.assert(
      fc.property(tree, node => {
        expect(withoutSpans(parseFilter(printFilter(node)))).toEqual(node)
      }),
    )
  })
})

describe('rejects a filter', () => {
  test.each([
    ['', 'The filter is empty.', 0, 0],
    [' // nothing', 'The filter is empty.', 0, 11],
    ['name', 'Expected an operator such as = or ~.', 4, 4],
    ['name "x"', 'Expected an operator such as = or ~.', 5, 8],
    ['name =', 'Expected a field or a value after =.', 6, 6],
    ['name = = 1', 'Expected a field or a value after =.', 7, 8],
    ['= 1', 'Expected a condition.', 0, 1],
    ['()', 'Expected a condition.', 1, 2],
    ['a = 1 &&', 'Expected a condition.', 8, 8],
    ['a = 1 && || b = 2', 'Expected a condition.', 9, 11],
    ['(a = 1 &&) b = 2', 'Expected a condition.', 9, 10],
    ['a = 1 b = 2', 'Join conditions with && or ||.', 6, 7],
    ['a = 1 and b = 2', 'Join conditions with && or ||.', 6, 9],
    ['(a = 1', 'Missing closing ).', 0, 1],
    ['(a = 1 b', 'Missing closing ).', 0, 1],
    ['a = 1)', 'Unmatched ).', 5, 6],
    ['a = 1 == 2', '== is not an operator.', 6, 8],
    ['a = "x', 'Missing closing ".', 4, 6],
    ['lower(a) = 1', "Functions such as lower() aren't supported in filters.", 0, 5],
    [`${'('.repeat(301)}a = 1${')'.repeat(301)}`, 'Groups can be nested at most 300 levels deep.', 300, 301],
  ])('rejects the filter %j', (source, message, start, end) => {
    expect(() => parseFilter(source)).toThrow(new FilterError(message, { start, end }))
    try {
      parseFilter(source)
    } catch (error) {
      expect(error).toMatchObject({ span: { start, end } })
    }
  })

  test('throws nothing but a FilterError, for any text', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('a', '1', '"x"', "'", '(', ')', '&&', '||', '=', '?~', '//', '\n', '-', '.', ':'), {
          maxLength: 30,
        })
        .map(parts => parts.join('')),
    )
    fc.assert(
      fc.property(anyText, source => {
        try {
          expect(parseFilter(source).span).toBeDefined()
        } catch (error) {
          expect(error).toBeInstanceOf(FilterError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

/** Returns the filter as it is printed, or the message of its error. */
function outcomeOf(source: string): string {
  try {
    return printFilter(parseFilter(source))
  } catch (error) {
    if (error instanceof FilterError) return error.message
    throw error
  }
}

// In quadratic time, a megabyte would take many minutes; in exponential time, the 300 groups would never end.
test.each<[name: string, source: string, outcome: (source: string) => string]>([
  ['conditions', `${'a = 1 && '.repeat(500_000)}a = 1`, source => source],
  ['groups', `${'((a = 1) || b = 2) && '.repeat(200_000)}a = 1`, source => source.replaceAll('(a = 1)', 'a = 1')],
  ['nested groups', `${'('.repeat(300)}a = 1${')'.repeat(300)}`, () => 'a = 1'],
  ['open groups', '('.repeat(2_000_000), () => 'Groups can be nested at most 300 levels deep.'],
  ['one name', 'a.'.repeat(2_000_000), source => `${source} is not the name of a field.`],
  ['one name with colons', 'a:'.repeat(2_000_000), source => `${source} is not the name of a field.`],
  ['one number', '1.'.repeat(2_000_000), source => `${source} is not a number.`],
  ['backslashes', `a = "${'\\'.repeat(5_000_000)}`, () => 'Missing closing ".'],
  ['quotes', '"'.repeat(3_999_999), () => 'Expected an operator such as = or ~.'],
  ['operators', '='.repeat(5_000_000), source => `${source} is not an operator.`],
  ['slashes', '/ '.repeat(2_000_000), () => '"/" cannot stand here.'],
  ['spaces', ' '.repeat(5_000_000), () => 'The filter is empty.'],
])('parses a filter of many %s in linear time', (_, source, outcome) => {
  // Compared with `===`, because a failed `toBe` would print megabytes.
  expect(runInterruptibly(() => outcomeOf(source)) === outcome(source)).toBe(true)
})

test.each([
  ['strftime("%Y", created) = "2026"', 'strftime("%Y", created) = "2026"'],
  ['geoDistance( a.lon,a.lat , 1.5,-2 )<50', 'geoDistance(a.lon, a.lat, 1.5, -2) < 50'],
  ['strftime = 1', 'strftime = 1'],
])('the filter %s with a function is printed as %s', (text, printed) => {
  expect(printFilter(parseFilter(text))).toBe(printed)
})

test.each([
  ['geoDistance(1, 2) < 1', 'geoDistance() has 4 arguments, not 2.'],
  ['strftime("%Y") = 1', 'strftime() has 2 to 10 arguments, not 1.'],
  ['strftime("%Y", strftime("%Y", a)) = 1', 'A function cannot be an argument of another one.'],
  ['strftime("%Y", a = 1', 'Missing closing ).'],
  ['strftime() = 1', 'Expected an argument of strftime().'],
  ['strftime("%Y", a,) = 1', 'Expected an argument of strftime().'],
  ['(a, b) = 1', '"," cannot stand here.'],
])('the filter %s is rejected: %s', (text, message) => {
  expect(() => parseFilter(text)).toThrow(message)
})

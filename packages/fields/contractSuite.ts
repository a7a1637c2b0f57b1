import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldType, Issue, OptionIssue, SqlValue } from './contract.ts'

/** Options as a client sends them; missing ones get their defaults. */
export type Settings = Record<string, unknown>

/** The expected result of validating a submitted value with these options. */
export function validateInput<Options extends object, Value>(
  field: FieldType<Options, Value>,
  settings: Settings,
  input: unknown,
): Issue | undefined {
  const options = field.options.parse(settings)
  return field.validate(field.normalize(input, options), options)
}

/** The expected result of validating the options of a field. */
export function validateOptionsInput<Options extends object, Value>(
  field: FieldType<Options, Value>,
  settings: Settings,
): OptionIssue[] {
  return field.validateOptions?.(field.options.parse(settings)) ?? []
}

const submitted = fc.oneof(
  fc.jsonValue({ noUnicodeString: false }),
  fc.json({ noUnicodeString: false }),
  fc.string({ unit: 'binary' }),
  fc.double(),
)

const stored: fc.Arbitrary<SqlValue> = fc.oneof(
  fc.constant(null),
  fc.double(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array(),
)

function assertFor<Sample>(samples: fc.Arbitrary<Sample>, check: (sample: Sample) => void) {
  fc.assert(
    fc.property(samples, sample => {
      check(sample)
    }),
  )
}

function testRules<Options extends object, Value>(field: FieldType<Options, Value>, options: Options) {
  const normal = submitted.map(input => field.normalize(input, options))

  test('normalizes any input to a normal value, idempotently', () => {
    assertFor(normal, value => expect(field.normalize(value, options)).toEqual(value))
    expect(() => field.normalize(undefined, options)).not.toThrow()
  })

  test('reads back a stored normal value unchanged', () => {
    assertFor(normal, value => expect(field.decode(field.encode(value), options)).toEqual(value))
  })

  test('validates every normal value without throwing', () => {
    assertFor(normal, value => {
      const issue = field.validate(value, options)
      if (issue)
        expect(issue).toMatchObject({ code: expect.stringMatching(/^validation_/), message: expect.stringMatching(/[.?!]$/) })
    })
  })

  test('reads any column value as a value that JSON can represent', () => {
    const asJson = (value: SqlValue) => JSON.stringify(field.toJson(field.decode(value, options)))
    assertFor(stored, value => expect(asJson(value)).toBeTypeOf('string'))
  })

  test('the empty value is normal, empty and valid', () => {
    const empty = field.empty(options)
    expect(field.normalize(empty, options)).toEqual(empty)
    expect(field.isEmpty(empty)).toBe(true)
    expect(field.validate(empty, options)).toBeUndefined()
  })

  test('the example is normal and valid', () => {
    const example = field.example(options)
    expect(field.normalize(example, options)).toEqual(example)
    expect(field.validate(example, options)).toBeUndefined()
  })
}

/** Tests the contract of a field type, with its default options and with the given ones. */
export function testFieldContract<Options extends object, Value>(field: FieldType<Options, Value>, ...variants: Settings[]) {
  describe.each([{}, ...variants])('with the options %j', settings => {
    testRules(field, field.options.parse(settings))
  })

  test('completes its options, replaces null with the default and drops unknown keys', () => {
    const defaults = field.options.parse({})
    const nulls = Object.fromEntries(Object.keys(defaults).map(key => [key, null]))
    expect(field.options.parse({ ...nulls, unknown: 1 })).toEqual(defaults)
    expect(field.options.parse(defaults)).toEqual(defaults)
  })
}

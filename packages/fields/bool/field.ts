import type { FieldType } from '../contract.ts'
import { type ShapeOf, shape } from '../options/shape.ts'
import { abilities } from './abilities.ts'
import { parseBoolean } from './parseBoolean.ts'

const boolOptions = shape({})

type BoolOptions = ShapeOf<typeof boolOptions>

function normalize(input: unknown): boolean {
  if (typeof input === 'boolean') return input
  if (typeof input === 'number') return input !== 0
  if (typeof input === 'bigint') return input !== 0n
  return typeof input === 'string' && parseBoolean(input) === true
}

/** A boolean. */
export const field: FieldType<BoolOptions, boolean> = {
  ...abilities,
  label: 'Bool',
  options: boolOptions,
  column: () => 'boolean',
  empty: () => false,
  isEmpty: value => !value,
  normalize,
  validate: () => undefined,
  encode: value => (value ? 1 : 0),
  decode: normalize,
  toJson: value => value,
  isMultiple: () => false,
  filterModifiers: () => [],
  describe: () => '`true` or `false`.',
  example: () => true,
}

import { QueryError } from './QueryError.ts'
import type { Scope } from './Scope.ts'

const modifiers = ['each', 'length', 'isset']

/** Throws a QueryError for an unknown modifier. A modifier that the field does not support is ignored. */
export const assertModifier = (modifier: string | undefined, { span }: Scope): void => {
  if (modifier === undefined || modifiers.includes(modifier)) return
  throw new QueryError(`":${modifier}" is not a modifier. Use :each, :length or :isset.`, span)
}

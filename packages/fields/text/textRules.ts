import type { FieldType } from '../contract.ts'
import { toText } from './toText.ts'

type SharedRule = 'column' | 'empty' | 'isEmpty' | 'normalize' | 'encode' | 'decode' | 'toJson' | 'isMultiple' | 'filterModifiers'

/** The rules shared by all types that are stored as one text. */
export const textRules: Pick<FieldType<object, string>, SharedRule> = {
  column: () => 'text',
  empty: () => '',
  isEmpty: value => value === '',
  normalize: toText,
  encode: value => value,
  decode: stored => (typeof stored === 'string' ? stored : toText(stored)),
  toJson: value => value,
  isMultiple: () => false,
  filterModifiers: () => [],
}

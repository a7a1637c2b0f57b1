import type { FieldAbilities } from '../contract.ts'
import type { NumberOptions } from './options.ts'

export const abilities: FieldAbilities<NumberOptions> = {
  comparesAsNumber: true,
  modifiers: options => [{ modifier: '+', label: 'Add', operand: { ...options, min: null, max: null } }],
}

import type { ModifierUse } from '../contract.ts'

/** The bulk operations of types with several texts. */
export const listModifiers = (added: object, removed: object): ModifierUse[] => [
  { modifier: '+', label: 'Add', operand: added },
  { modifier: '-', label: 'Remove', operand: removed },
]

import type { ModifierUse } from '../contract.ts'

/** Several texts are added to and taken from, each with settings for those that are named. */
export const listModifiers = (added: object, removed: object): ModifierUse[] => [
  { modifier: '+', label: 'Add', operand: added },
  { modifier: '-', label: 'Remove', operand: removed },
]

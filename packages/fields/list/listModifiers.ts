import type { ModifierUse } from '../contract.ts'

/** The bulk operations of types with several texts. */
export function listModifiers(added: object, removed: object): ModifierUse[] {
  return [
    { modifier: '+', label: 'Add', operand: added },
    { modifier: '-', label: 'Remove', operand: removed },
  ]
}

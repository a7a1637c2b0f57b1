import type { AccessCell, CollectionExposure, PersonaDescription, RuleAction, Widening } from '@coffer/schema'

/** What the table has a column for. */
export type AccessPart = RuleAction | 'emails'

export const accessParts: readonly { part: AccessPart; label: string }[] = [
  { part: 'list', label: 'List' },
  { part: 'view', label: 'View' },
  { part: 'create', label: 'Create' },
  { part: 'update', label: 'Update' },
  { part: 'delete', label: 'Delete' },
  { part: 'manage', label: 'Manage' },
  { part: 'emails', label: 'Emails' },
]

/** Returns the rule's action of a part; undefined for what is only read. */
export function actionOf(part: AccessPart): RuleAction | undefined {
  return part === 'emails' ? undefined : part
}

/** Returns the cell of a persona; undefined if the collection has no such action. */
export function cellOf({ access }: CollectionExposure, persona: string, part: AccessPart): AccessCell | undefined {
  const found = access[persona]
  return part === 'emails' ? found?.emails : found?.actions[part]
}

const changes: readonly AccessPart[] = ['create', 'update', 'delete', 'manage']

/** How much attention a cell deserves. Its text says the same. */
export type Attention = 'none' | 'quiet' | 'warning' | 'danger'

export function attentionOf(
  { type }: CollectionExposure,
  cell: AccessCell,
  part: AccessPart,
  { kind }: PersonaDescription,
): Attention {
  if (cell.level === 'none') return 'none'
  if (kind === 'record' || cell.level === 'unknown') return 'quiet'
  // Anyone can sign up, if that is intended.
  if (part === 'create' && type === 'auth') return 'quiet'
  if (changes.includes(part)) {
    if (kind === 'guest') return cell.level === 'all' || part !== 'create' ? 'danger' : 'quiet'
    return cell.level === 'all' && part !== 'create' ? 'warning' : 'quiet'
  }
  return part === 'emails' ? 'warning' : 'quiet'
}

function isFor(found: Widening, collectionId: string, persona: string): boolean {
  return found.collectionId === collectionId && (found.persona === persona || (found.alsoFor ?? []).includes(persona))
}

/** Whether what a cell shows has become possible since the review. */
export function isWidened(widened: readonly Widening[], collectionId: string, persona: string, part: AccessPart): boolean {
  return widened.some(found => isFor(found, collectionId, persona) && found.what === part)
}

/** Returns what has become readable since the review and has no column: fields, files and realtime topics. */
export function widenedReads(widened: readonly Widening[], collectionId: string, persona: string): Widening[] {
  const hasColumn = ({ what }: Widening) => accessParts.some(({ part }) => part === what)
  return widened.filter(found => isFor(found, collectionId, persona) && !hasColumn(found))
}

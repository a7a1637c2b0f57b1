import type { ChangeKind } from '@coffer/schema'
import { Badge } from '@coffer/ui'

const tones = { added: 'success', changed: 'warning', deleted: 'danger' } as const
const words = { added: 'Added', changed: 'Changed', deleted: 'Deleted' } as const

/** What becomes of something in an import. */
export function ChangeBadge({ kind }: { kind: ChangeKind }) {
  return <Badge tone={tones[kind]}>{words[kind]}</Badge>
}

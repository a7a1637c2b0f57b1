import type { ChangeKind } from '@coffer/schema'
import { Badge } from '@coffer/ui'

const tones = { added: 'success', changed: 'warning', deleted: 'danger' } as const
const words = { added: 'Added', changed: 'Changed', deleted: 'Deleted' } as const

/** A badge that says whether an import adds, changes or deletes something. */
export function ChangeBadge({ kind }: { kind: ChangeKind }) {
  return <Badge tone={tones[kind]}>{words[kind]}</Badge>
}

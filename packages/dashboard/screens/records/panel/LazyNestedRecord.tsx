import type { NestedRecordProps } from '@coffer/fields/ui'
import { useLoaded } from '../../../shell/loading/useLoaded.ts'

/** A nested record, whose panel is loaded when the first one opens. */
export function LazyNestedRecord(props: NestedRecordProps) {
  const loaded = useLoaded(() => import('./NestedRecord.tsx'), props.recordId !== undefined, props.onClose)
  return loaded && <loaded.NestedRecord {...props} />
}

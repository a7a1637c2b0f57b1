import type { NestedRecordProps } from '@coffer/fields/ui'
import { useLoaded } from '../../../shell/loading/useLoaded.ts'

/** Loads the nested record panel when it first opens. */
export function LazyNestedRecord(props: NestedRecordProps) {
  const loaded = useLoaded(() => import('./NestedRecord.tsx'), props.recordId !== undefined, props.onClose)
  return loaded && <loaded.NestedRecord {...props} />
}

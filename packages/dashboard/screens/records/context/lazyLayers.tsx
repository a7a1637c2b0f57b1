import type { ImagePickerProps, NestedRecordProps, RecordPickerProps } from '@coffer/fields/ui'
import { useEffect } from 'react'
import { useOpening } from '../../../shell/address/useOpening.ts'
import { useLoaded } from '../../../shell/loading/useLoaded.ts'

const loadRecordPicker = () => import('../picker/RecordPicker.tsx')

/** Loads the record picker in the background when its form opens. Each opening starts with fresh state. */
export function LazyRecordPicker(props: RecordPickerProps) {
  const loaded = useLoaded(loadRecordPicker, props.open, props.onClose)
  const opening = useOpening(props.open)

  useEffect(() => {
    // useLoaded reports a failure when the picker opens.
    loadRecordPicker().catch(() => {})
  }, [])

  if (loaded === undefined || opening === 0) return null
  return <loaded.RecordPicker key={opening} {...props} />
}

/** Loads the image picker when it first opens. Each opening starts with fresh state. */
export function LazyImagePicker(props: ImagePickerProps) {
  const loaded = useLoaded(() => import('../imagePicker/ImagePicker.tsx'), props.open, props.onClose)
  const opening = useOpening(props.open)
  return loaded && opening > 0 ? <loaded.ImagePicker key={opening} {...props} /> : null
}

/** Loads the nested record panel when it first opens. */
export function LazyNestedRecord(props: NestedRecordProps) {
  const loaded = useLoaded(() => import('../panel/NestedRecord.tsx'), props.recordId !== undefined, props.onClose)
  return loaded && <loaded.NestedRecord {...props} />
}

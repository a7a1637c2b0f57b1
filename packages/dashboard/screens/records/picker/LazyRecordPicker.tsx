import type { RecordPickerProps } from '@coffer/fields/ui'
import { useEffect, useState } from 'react'
import { useLoaded } from '../../../shell/loading/useLoaded.ts'

const load = () => import('./RecordPicker.tsx')

/** Loads the record picker in the background when its form opens. Each opening starts with fresh state. */
export function LazyRecordPicker(props: RecordPickerProps) {
  const { open, onClose } = props
  const loaded = useLoaded(load, open, onClose)
  const [opening, setOpening] = useState({ isOpen: open, count: 0 })
  if (opening.isOpen !== open) setOpening({ isOpen: open, count: opening.count + Number(open) })

  useEffect(() => {
    // useLoaded reports a failure when the picker opens.
    load().catch(() => {})
  }, [])

  if (loaded === undefined || (opening.count === 0 && !open)) return null
  return <loaded.RecordPicker key={opening.count} {...props} />
}

import type { RecordPickerProps } from '@coffer/fields/ui'
import { useEffect, useState } from 'react'
import { useLoaded } from '../../../shell/loading/useLoaded.ts'

const load = () => import('./RecordPicker.tsx')

/** A record picker, loaded behind the form that offers it. Each opening begins anew. */
export function LazyRecordPicker(props: RecordPickerProps) {
  const { open, onClose } = props
  const loaded = useLoaded(load, open, onClose)
  const [opening, setOpening] = useState({ isOpen: open, count: 0 })
  if (opening.isOpen !== open) setOpening({ isOpen: open, count: opening.count + Number(open) })

  useEffect(() => {
    // A failure is told when the picker is wanted.
    load().catch(() => {})
  }, [])

  if (loaded === undefined || (opening.count === 0 && !open)) return null
  return <loaded.RecordPicker key={opening.count} {...props} />
}

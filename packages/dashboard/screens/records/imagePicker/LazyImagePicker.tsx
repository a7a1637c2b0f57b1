import type { ImagePickerProps } from '@coffer/fields/ui'
import { useState } from 'react'
import { useLoaded } from '../../../shell/loading/useLoaded.ts'

/** Loads the image picker when it first opens. Each opening starts with fresh state. */
export function LazyImagePicker(props: ImagePickerProps) {
  const { open, onClose } = props
  const loaded = useLoaded(() => import('./ImagePicker.tsx'), open, onClose)
  const [opening, setOpening] = useState({ isOpen: open, count: 0 })
  if (opening.isOpen !== open) setOpening({ isOpen: open, count: opening.count + Number(open) })

  if (loaded === undefined || (opening.count === 0 && !open)) return null
  return <loaded.ImagePicker key={opening.count} {...props} />
}

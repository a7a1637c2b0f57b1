import type { KeyboardEvent } from 'react'
import type { RecordImage } from './imagesOf.ts'

interface GridKeysOptions {
  images: readonly RecordImage[]
  /** Index of the image in the Tab order. */
  active: number
  onChoose: (image: RecordImage) => void
  onInsert: (image: RecordImage) => void
}

/** Handles the keys of an image grid: the arrow keys move in both dimensions, Enter inserts. */
export function useGridKeys({ images, active, onChoose, onInsert }: GridKeysOptions) {
  const goTo = (grid: HTMLElement, index: number) => {
    const to = Math.min(Math.max(index, 0), images.length - 1)
    const image = images[to]
    if (image === undefined) return
    onChoose(image)
    const tile = grid.querySelectorAll('input')[to]
    tile?.focus({ preventScroll: true })
    tile?.closest('label')?.scrollIntoView({ block: 'nearest' })
  }
  const stepOf = (key: string, columns: number): number | undefined => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      PageUp: -columns * 3,
      PageDown: columns * 3,
      Home: -images.length,
      End: images.length,
    }
    return steps[key]
  }
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const columns = getComputedStyle(event.currentTarget).gridTemplateColumns.split(' ').length
    const step = stepOf(event.key, columns)
    const image = images[active]
    if (event.key === 'Enter' && image) onInsert(image)
    else if (step === undefined) return
    // Up in the first row and Down in the last row keep the focus instead of moving it sideways.
    else if (Math.abs(step) !== columns || (active + step >= 0 && active + step < images.length))
      goTo(event.currentTarget, active + step)
    event.preventDefault()
  }
}

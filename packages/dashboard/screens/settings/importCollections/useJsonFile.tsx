import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useFailureToast } from '../../../shell/form/useFailureToast.ts'

interface JsonFile {
  /** Opens the file dialog of the system. */
  choose: () => void
  /** The hidden file input, to be rendered somewhere. */
  input: ReactNode
  /** Whether a file is being read. */
  isReading: boolean
  /** Whether a file is being dragged over the drop target. */
  isOver: boolean
  /** Props of the drop target. */
  dropProps: Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>
}

/** Reads the text of a .json file that is chosen or dropped. */
export function useJsonFile(onText: (text: string) => void): JsonFile {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [isOver, setOver] = useState(false)
  const failure = useFailureToast()

  const read = async (file: File | undefined) => {
    if (file === undefined) return
    failure.clear()
    setReading(true)
    try {
      if (!/\.json$/i.test(file.name)) throw new Error(`${file.name} is not a .json file.`)
      onText(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
    } catch (error) {
      console.warn('A file could not be loaded.', error)
      failure.show('Failed to load the imported JSON.')
    } finally {
      setReading(false)
    }
  }
  return {
    choose: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        tabIndex={-1}
        aria-label="JSON file"
        onChange={event => {
          void read(event.target.files?.[0])
          // Without the reset, choosing the same file again would fire no change event.
          event.target.value = ''
        }}
      />
    ),
    isReading,
    isOver,
    dropProps: {
      onDragOver: event => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: event => {
        const isWithin = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
        if (!isWithin) setOver(false)
      },
      onDrop: event => {
        setOver(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        void read(event.dataTransfer.files[0])
      },
    },
  }
}

import { joinClasses } from '@coffer/ui'
import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react'
import styles from './file.module.css'

interface FileDropZoneProps {
  /** The number of files that can still be added. */
  room: number
  /** A new file replaces the only one. */
  replaces: boolean
  /** Receives the dropped files and the names of dropped folders. */
  onFiles: (files: File[], folders: string[]) => void
  children: ReactNode
}

/** Accepts dropped files, and pasted files while it contains the focus. */
export function FileDropZone({ room, replaces, onFiles, children }: FileDropZoneProps) {
  const [draggedCount, setDraggedCount] = useState(0)

  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setDraggedCount(Math.max(1, event.dataTransfer.items.length))
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDraggedCount(0)
  }
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setDraggedCount(0)
    const folders = foldersIn(event.dataTransfer)
    onFiles(
      [...event.dataTransfer.files].filter(({ name }) => !folders.includes(name)),
      folders,
    )
  }
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    onFiles([...event.clipboardData.files], [])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same
    <div className={styles.zone} onDragEnter={hold} onDragOver={hold} onDragLeave={leave} onDrop={drop} onPaste={paste}>
      {children}
      {draggedCount > 0 && (
        <div className={joinClasses(styles.overlay, room === 0 && styles.full)} aria-hidden="true">
          {describeDrop(draggedCount, room, replaces)}
        </div>
      )}
    </div>
  )
}

function describeDrop(count: number, room: number, replaces: boolean): string {
  if (room === 0) return 'There is no room for more files'
  if (replaces) return count === 1 ? 'Drop to replace the file' : `Drop to replace the file with the first of ${count} files`
  if (count <= room) return count === 1 ? 'Drop to add the file' : `Drop to add ${count} files`
  return room === 1 ? `Drop to add the first of ${count} files` : `Drop to add the first ${room} of ${count} files`
}

function foldersIn({ items }: DataTransfer): string[] {
  return [...items].flatMap(item => {
    const entry = item.webkitGetAsEntry()
    return entry?.isDirectory ? [entry.name] : []
  })
}

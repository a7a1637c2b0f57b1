import { type DropEdge, moveBeside, moveBy } from '@coffer/ui'
import { useId } from 'react'
import { fileKey } from './browser/draftFiles.ts'
import { useObjectUrl } from './browser/useObjectUrl.ts'
import { FileRow, type FileRowProps } from './FileRow.tsx'
import styles from './file.module.css'
import { formatBytes } from './formatBytes.ts'
import { viewerOf } from './viewerOf.ts'

interface FileListProps {
  /** Stored files, including those marked for removal, then new ones. */
  rows: readonly (string | File)[]
  /** The rows that are not marked for removal. */
  items: readonly (string | File)[]
  canRestore: boolean
  thumbOf: (name: string) => string | undefined
  addressOf: (name: string) => string | undefined
  onPreview: (item: string | File) => void
  onChange: (items: (string | File)[]) => void
  onRemove: (item: string | File) => void
  onRestore: (name: string) => void
}

/** The files of a draft in order. */
export function FileList(props: FileListProps) {
  const { rows, items, onChange } = props
  const list = useId()
  const stored = items.filter(item => typeof item === 'string')
  const added = items.filter(item => typeof item !== 'string')

  const isIndented = stored.length > 1 || added.length > 1

  const placeOf = (item: string | File): FileRowProps['place'] => {
    const group: readonly (string | File)[] = typeof item === 'string' ? stored : added
    if (group.length < 2 || !group.includes(item)) return undefined
    const set = (next: readonly (string | File)[]) =>
      onChange(typeof item === 'string' ? [...next, ...added] : [...stored, ...next])
    return {
      list: `${list} ${typeof item}`,
      id: fileKey(item),
      index: group.indexOf(item),
      count: group.length,
      onMove: by => set(moveBy(group, item, by)),
      onDrop: (key: string, edge: DropEdge) => {
        const moved = group.find(other => fileKey(other) === key)
        if (moved !== undefined) set(moveBeside(group, moved, item, edge))
      },
    }
  }
  return (
    <ul className={styles.rows}>
      {rows.map(item => {
        const shared = { place: placeOf(item), isIndented, canRestore: props.canRestore, onRemove: () => props.onRemove(item) }
        if (item instanceof File) {
          return <NewFileRow key={fileKey(item)} {...shared} file={item} onPreview={() => props.onPreview(item)} />
        }
        const isRemoved = !items.includes(item)
        return (
          <FileRow
            key={fileKey(item)}
            {...shared}
            name={item}
            thumb={props.thumbOf(item)}
            address={props.addressOf(item)}
            isRemoved={isRemoved}
            onPreview={() => props.onPreview(item)}
            onRestore={() => props.onRestore(item)}
          />
        )
      })}
    </ul>
  )
}

interface NewFileRowProps extends Pick<FileRowProps, 'place' | 'isIndented' | 'canRestore' | 'onRemove'> {
  file: File
  onPreview: () => void
}

function NewFileRow({ file, onPreview, ...rest }: NewFileRowProps) {
  const thumb = useObjectUrl(file.type.startsWith('image/') ? file : undefined)
  return (
    <FileRow
      {...rest}
      name={file.name}
      thumb={thumb}
      size={formatBytes(file.size)}
      isRemoved={false}
      onPreview={viewerOf(file.name) === 'none' ? undefined : onPreview}
      onRestore={() => {}}
    />
  )
}

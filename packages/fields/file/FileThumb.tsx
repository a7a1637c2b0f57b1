import { File as AnyFile, FileMusic, FileText, FileVideo, Image } from 'lucide-react'
import { useState } from 'react'
import styles from '../cells/cells.module.css'
import { type FileKind, fileKind } from './fileKind.ts'

const icons = { image: Image, video: FileVideo, audio: FileMusic, document: FileText, other: AnyFile } satisfies Record<
  FileKind,
  unknown
>

const size = 28

interface FileThumbProps {
  name: string
  /** Address of a small picture of it; absent for a file that is not stored or cannot be opened yet. */
  address: string | undefined
  /** The name stands beside it. */
  isDecorative?: boolean
}

/** A small picture of an image, an icon of any other file. */
export function FileThumb({ name, address, isDecorative = false }: FileThumbProps) {
  const [failed, setFailed] = useState<string>()
  const kind = fileKind(name)
  if (kind === 'image' && address && address !== failed) {
    return (
      <img
        className={styles.thumb}
        src={address}
        alt={isDecorative ? '' : name}
        width={size}
        height={size}
        loading="lazy"
        draggable={false}
        onError={() => setFailed(address)}
      />
    )
  }
  const Icon = icons[kind]
  const naming = isDecorative ? {} : { role: 'img', 'aria-label': name }
  return (
    <span {...naming} className={styles.thumb}>
      <Icon size={16} aria-hidden="true" />
    </span>
  )
}

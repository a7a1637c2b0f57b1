import { File as AnyFile, FileMusic, FileText, FileVideo, Image } from 'lucide-react'
import { useState } from 'react'
import styles from '../cells/cells.module.css'
import { type FileKind, fileKind } from './fileKind.ts'

const icons = { image: Image, video: FileVideo, audio: FileMusic, document: FileText, other: AnyFile } satisfies Record<
  FileKind,
  unknown
>

interface FileThumbProps {
  name: string
  /** Address of a small picture of it; absent for a file that is not stored or cannot be opened yet. */
  address: string | undefined
  /** The name stands beside it. */
  isDecorative?: boolean
}

const withoutToken = (address: string) => address.replace(/([?&]token=)[^&]*/, '$1')

/** A small picture of an image, an icon of any other file. */
export function FileThumb({ name, address, isDecorative = false }: FileThumbProps) {
  const [failed, setFailed] = useState<string>()
  const [used, setUsed] = useState(address)
  // What was loaded once is not loaded again with each new token.
  const isSame = address !== undefined && used !== undefined && withoutToken(address) === withoutToken(used)
  const shown = isSame && used !== failed ? used : address
  if (shown !== used) setUsed(shown)

  const kind = fileKind(name)
  if (kind === 'image' && shown && shown !== failed) {
    return (
      <img
        className={styles.thumb}
        src={shown}
        alt={isDecorative ? '' : name}
        loading="lazy"
        draggable={false}
        onError={() => setFailed(shown)}
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

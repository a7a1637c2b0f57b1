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
  /** The URL of a thumbnail; absent for a file that is not stored or cannot be opened yet. */
  address: string | undefined
  /** Whether the file name is shown next to it. */
  isDecorative?: boolean
}

const withoutToken = (address: string) => address.replace(/([?&]token=)[^&]*/, '$1')

/** A thumbnail for images, an icon for other files. */
export function FileThumb({ name, address, isDecorative = false }: FileThumbProps) {
  const [failed, setFailed] = useState<string>()
  const [used, setUsed] = useState(address)
  // A loaded thumbnail is not loaded again when the file token is renewed.
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

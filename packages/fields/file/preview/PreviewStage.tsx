import { EmptyState, Spinner } from '@coffer/ui'
import { FileX } from 'lucide-react'
import { useState } from 'react'
import { viewerOf } from '../viewerOf.ts'
import { ImageViewer } from './ImageViewer.tsx'
import { MediaViewer } from './MediaViewer.tsx'
import { PdfViewer } from './PdfViewer.tsx'
import styles from './preview.module.css'
import { TextViewer } from './TextViewer.tsx'

interface PreviewStageProps {
  name: string
  /** The URL; absent while it is being requested, null if it is not available. */
  address: string | null | undefined
  /** The file itself if it is not uploaded yet. */
  upload: Blob | undefined
  isActual: boolean
  onShape: (width: number, height: number, isLarger: boolean) => void
}

/** Shows the file, or the reason why it is not available. */
export function PreviewStage({ name, address, upload, isActual, onShape }: PreviewStageProps) {
  const [hasFailed, setFailed] = useState(false)
  const viewer = viewerOf(name)
  const fail = () => setFailed(true)

  if (hasFailed || viewer === 'none' || address === null) {
    return (
      <div className={styles.stage}>
        <EmptyState icon={FileX} title="Cannot preview the file." />
      </div>
    )
  }
  if (address === undefined) {
    return (
      <div className={styles.stage}>
        <Spinner label="Loading..." />
      </div>
    )
  }
  switch (viewer) {
    case 'image':
      return <ImageViewer name={name} address={address} isActual={isActual} onShape={onShape} onFail={fail} />
    case 'pdf':
      return <PdfViewer name={name} address={address} upload={upload} onFail={fail} />
    case 'text':
      return <TextViewer name={name} source={upload ?? address} onFail={fail} />
    default:
      return <MediaViewer kind={viewer} name={name} address={address} onFail={fail} />
  }
}

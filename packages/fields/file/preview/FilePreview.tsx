import { Button, CopyButton, Dialog, IconButton, IconLink } from '@coffer/ui'
import { ChevronLeft, ChevronRight, Download, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useObjectUrl } from '../browser/useObjectUrl.ts'
import { useStepKeys } from '../browser/useStepKeys.ts'
import { formatBytes } from '../formatBytes.ts'
import { viewerOf } from '../viewerOf.ts'
import { PreviewStage } from './PreviewStage.tsx'
import styles from './preview.module.css'

/** A file in the preview: stored or not yet uploaded. */
export interface PreviewedFile {
  /** A key that stays the same when the URL is renewed. */
  key: string
  name: string
  upload?: File
  /** The field of a stored file. */
  fieldName?: string
  /** The URL; absent while the file token is being requested. */
  address?: string | undefined
  downloadAddress?: string | undefined
  /** Whether the URL expires. */
  isProtected?: boolean
  /** Whether the file token could not be requested. */
  isOutOfReach?: boolean
}

export interface FilePreviewProps {
  open: boolean
  files: readonly PreviewedFile[]
  index: number
  onIndexChange: (index: number) => void
  onClose: () => void
}

/** A full-window preview of files: images, videos, audio, PDFs and texts. Other files can be downloaded. */
export function FilePreview({ open, files, index, onIndexChange, onClose }: FilePreviewProps) {
  const [shape, setShape] = useState<{ key: string; width: number; height: number; isLarger: boolean }>()
  const [actualKey, setActualKey] = useState<string>()
  const file = files[index]
  const local = useObjectUrl(file?.upload, file && viewerOf(file.name) === 'pdf' ? 'application/pdf' : undefined)
  const go = (by: number) => {
    if (files[index + by]) onIndexChange(index + by)
  }
  useStepKeys(open, go)
  if (file === undefined) return null
  const { key, name, upload, fieldName, address = local } = file
  const size = shape?.key === key ? shape : undefined
  const isActual = actualKey === key
  const canZoom = size?.isLarger === true
  const facts = [
    files.length > 1 && `${index + 1} of ${files.length}`,
    fieldName,
    size && `${size.width}\u00A0×\u00A0${size.height}`,
    upload && formatBytes(upload.size),
  ].filter(Boolean)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="full"
      tall={true}
      title={name}
      className={styles.dialog}
      actions={
        address !== undefined &&
        !upload && (
          <>
            <CopyButton
              side="bottom"
              label={file.isProtected ? 'Copy address (it works for a short time only)' : 'Copy address'}
              text={address}
            />
            <IconLink
              side="bottom"
              label="Open in new tab"
              icon={ExternalLink}
              href={address}
              target="_blank"
              rel="noopener noreferrer"
            />
            <IconLink side="bottom" label="Download" icon={Download} href={file.downloadAddress ?? address} download={name} />
          </>
        )
      }
      footerStart={<span className={styles.facts}>{facts.join(' · ')}</span>}
      footer={
        <>
          {canZoom && (
            <Button size="small" aria-pressed={isActual} onClick={() => setActualKey(isActual ? undefined : key)}>
              Actual size
            </Button>
          )}
          {/* The browser's own viewer keeps its keys to itself, Escape among them: this is what Tab comes to after it. */}
          {viewerOf(name) === 'pdf' && (
            <Button size="small" onClick={onClose}>
              Close preview
            </Button>
          )}
          {files.length > 1 && (
            <>
              <IconButton label="Previous file" icon={ChevronLeft} aria-disabled={index === 0} onClick={() => go(-1)} />
              <IconButton
                label="Next file"
                icon={ChevronRight}
                aria-disabled={index === files.length - 1}
                onClick={() => go(1)}
              />
            </>
          )}
        </>
      }
    >
      <PreviewStage
        key={key}
        name={name}
        address={file.isOutOfReach ? null : address}
        upload={upload}
        isActual={isActual}
        onShape={(width, height, isLarger) => setShape({ key, width, height, isLarger: isLarger || isActual })}
      />
    </Dialog>
  )
}

import { Button, CopyButton, Dialog, IconButton, IconLink } from '@coffer/ui'
import { ChevronLeft, ChevronRight, Download, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useObjectUrl } from '../browser/useObjectUrl.ts'
import { useStepKeys } from '../browser/useStepKeys.ts'
import { formatBytes } from '../formatBytes.ts'
import { viewerOf } from '../viewerOf.ts'
import { PreviewStage } from './PreviewStage.tsx'
import styles from './preview.module.css'

/** A file as the preview shows it: a stored one, or one that is about to be uploaded. */
export interface PreviewedFile {
  /** Stays the same when the address is renewed. */
  key: string
  name: string
  upload?: File
  /** The field that a stored file is in. */
  fieldName?: string
  /** Absent while the token that opens it is on its way. */
  address?: string | undefined
  downloadAddress?: string | undefined
  /** Its address works for a short time only. */
  isProtected?: boolean
  /** The address will not come any more. */
  isOutOfReach?: boolean
}

export interface FilePreviewProps {
  open: boolean
  files: readonly PreviewedFile[]
  index: number
  onIndexChange: (index: number) => void
  onClose: () => void
}

/** One of several files, as large as the window allows: pictures, films, sounds, PDFs and texts; the others can be saved. */
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

import { Button } from '@coffer/ui'
import { Image, Upload } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import styles from '../inputs/inputs.module.css'
import { textsOf } from '../list/textsOf.ts'
import type { InputProps } from '../viewContract.ts'
import { FileRow } from './FileRow.tsx'
import { type FileItem, fileItems, fileValue, restoreFile } from './fileDraft.ts'
import { formatBytes } from './formatBytes.ts'
import type { FileOptions } from './options.ts'

const helpFor = ({ maxSelect, maxSize }: FileOptions) =>
  `${maxSelect > 1 ? `Up to ${maxSelect} files of at most` : 'At most'} ${formatBytes(maxSize)}${maxSelect > 1 ? ' each' : ''}.`

export function Input({ field, value, record, context, error, onChange }: InputProps) {
  const upload = useRef<HTMLButtonElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const options = field.options as FileOptions
  const limit = Math.max(1, options.maxSelect)
  const stored = textsOf(record?.[field.name])
  const items = fileItems(value)
  const isFull = items.length >= limit
  const rows: FileItem[] = [...stored, ...items.filter(item => typeof item !== 'string')]

  const set = (items: FileItem[]) => onChange(fileValue(items, limit > 1))
  const remove = (item: FileItem) => {
    set(items.filter(each => each !== item))
    // The row of a new file goes with it, and only then is there room to press this.
    if (typeof item !== 'string') requestAnimationFrame(() => upload.current?.focus())
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    set([...items, ...(target.files ?? [])].slice(0, limit))
    // The same file may be chosen again after it was taken out.
    target.value = ''
  }
  const addressOf = (item: FileItem) =>
    record && typeof item === 'string' ? context.fileUrl(field, record, item, { thumb: '100x100' }) : undefined
  return (
    <InputFrame field={field} as="group" icon={Image} error={error} help={helpFor(options)}>
      {/* A button may be wrong, but not required: the label says so. */}
      {({ control: { 'aria-required': _, ...control } }) => (
        <>
          {rows.length > 0 && (
            <ul className={styles.files}>
              {rows.map((item, index) => (
                <FileRow
                  key={typeof item === 'string' ? item : `${index} ${item.name}`}
                  item={item}
                  address={addressOf(item)}
                  isRemoved={!items.includes(item)}
                  canRestore={!isFull}
                  onRemove={() => remove(item)}
                  onRestore={() => typeof item === 'string' && set(restoreFile(items, stored, item))}
                />
              ))}
            </ul>
          )}
          <input ref={chooser} type="file" hidden accept={options.mimeTypes?.join(',')} multiple={limit > 1} onChange={choose} />
          <Button {...control} ref={upload} icon={Upload} block disabled={isFull} onClick={() => chooser.current?.click()}>
            Upload new file
          </Button>
        </>
      )}
    </InputFrame>
  )
}

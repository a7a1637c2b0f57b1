import { Alert, Button, IconButton } from '@coffer/ui'
import { Image, Upload, X } from 'lucide-react'
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import { listTexts } from '../list/listTexts.ts'
import type { InputProps } from '../viewContract.ts'
import { fileRules } from './abilities.ts'
import { draftFiles } from './browser/draftFiles.ts'
import { useNewFiles } from './browser/useNewFiles.ts'
import { FileDropZone } from './FileDropZone.tsx'
import { FileList } from './FileList.tsx'
import styles from './file.module.css'
import { fileRows, fileValue, restoreFile } from './fileDraft.ts'
import { fileHelp } from './fileHelp.ts'
import type { FileOptions } from './options.ts'

export function Input({ field, value, record, context, error, onChange }: InputProps) {
  const upload = useRef<HTMLButtonElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const rules = fileRules(field.options as FileOptions)
  const limit = rules.maxFiles
  const stored = listTexts(record?.[field.name])
  const items = draftFiles(value)
  const rows = fileRows(items, stored)
  const isSingle = limit === 1
  const isFull = items.length >= limit
  // A new file replaces the only one.
  const room = isSingle ? 1 : Math.max(0, limit - items.length)

  // Files are inspected asynchronously before they are added, and the draft can change in the meantime.
  const latest = useRef(items)
  // Removing a new file removes its focused button, so focus moves to the button for adding files.
  const isFocusDue = useRef(false)
  useLayoutEffect(() => {
    latest.current = items
    if (isFocusDue.current && room > 0) upload.current?.focus()
    isFocusDue.current = false
  })
  const set = (next: (string | File)[]) => {
    latest.current = next
    onChange(fileValue(next, !isSingle))
  }
  const { notices, clear, take } = useNewFiles(rules, record, files => {
    const kept = isSingle ? [] : latest.current
    const added = files.slice(0, Math.max(0, limit - kept.length))
    if (added.length > 0) set([...kept, ...added])
    return files.length - added.length
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void take([...(target.files ?? [])])
    // Allows choosing the same file again after it was removed.
    target.value = ''
  }
  const remove = (item: string | File) => {
    clear()
    set(items.filter(each => each !== item))
    isFocusDue.current = typeof item !== 'string'
  }
  const address = (name: string, options?: { thumb: string }) => record && context.fileUrl(field, record, name, options)
  const preview = (item: string | File) => {
    if (item instanceof File) context.previewFile(item)
    else if (record) context.previewFile({ field, record, filename: item })
  }
  return (
    <FileDropZone room={room} replaces={isSingle && isFull} onFiles={take}>
      <InputFrame field={field} as="group" icon={Image} error={error} help={fileHelp(rules, room > 0)}>
        {/* A button may be wrong, but not required: the label says so. */}
        {({ control: { 'aria-required': _, ...control } }) => (
          <>
            {rows.length > 0 && (
              <FileList
                rows={rows}
                items={items}
                canRestore={room > 0}
                thumbOf={name => address(name, { thumb: '100x100' })}
                addressOf={name => address(name)}
                onPreview={preview}
                onChange={set}
                onRemove={remove}
                onRestore={name => set(isSingle ? [name] : restoreFile(items, stored, name))}
              />
            )}
            <input ref={chooser} type="file" hidden accept={rules.mimeTypes.join(',')} multiple={!isSingle} onChange={choose} />
            {/* A disabled button would lose the focus with the file that fills the field. */}
            <Button
              {...control}
              ref={upload}
              icon={Upload}
              block
              aria-disabled={room === 0}
              onClick={() => room > 0 && chooser.current?.click()}
            >
              {isSingle && isFull ? 'Replace file' : 'Upload new file'}
            </Button>
            <div role="status" className={styles.status}>
              {notices.length > 0 && (
                <Alert tone="warning" action={<IconButton size="small" icon={X} label="Dismiss" onClick={clear} />}>
                  <ul className={styles.notices}>
                    {notices.map(notice => (
                      <li key={notice}>{notice}</li>
                    ))}
                  </ul>
                </Alert>
              )}
            </div>
          </>
        )}
      </InputFrame>
    </FileDropZone>
  )
}

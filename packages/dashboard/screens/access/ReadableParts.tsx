import { type AccessCell, type CollectionExposure, describeCell, type PersonaDescription } from '@coffer/schema'
import { Disclosure } from '@coffer/ui'
import { useState } from 'react'
import { ReachedRecords } from './ReachedRecords.tsx'
import styles from './ReadableParts.module.css'

interface ReadablePartsProps {
  collection: CollectionExposure
  persona: PersonaDescription
}

/** The fields, files and realtime topics that a persona can read. */
export function ReadableParts({ collection, persona }: ReadablePartsProps) {
  const [isOpen, setOpen] = useState(false)
  const access = collection.access[persona.key]
  if (!access) return null
  const { name, fields, files, records } = collection
  const { actions, realtime, protectedFiles } = access
  const canRead = [actions.list, actions.view].some(cell => cell !== undefined && cell.level !== 'none')
  const amount = (cell: AccessCell) => describeCell(cell, undefined, records)
  return (
    <dl className={styles.parts}>
      <dt>Readable fields</dt>
      <dd>{canRead ? fields.join(', ') : 'None'}</dd>
      {files.length > 0 && (
        <>
          <dt>Files</dt>
          {files.map(({ field, isProtected }) => (
            <dd key={field}>
              <code>{field}</code>:{' '}
              {isProtected && protectedFiles
                ? `protected, of these records: ${amount(protectedFiles)}`
                : 'anyone who knows the address'}
            </dd>
          ))}
          {protectedFiles && protectedFiles.level !== 'none' && (
            <dd>
              <Disclosure open={isOpen} onOpenChange={setOpen} summary="Records with protected files">
                {isOpen && <ReachedRecords collectionId={collection.id} persona={persona.key} reached="protectedFiles" />}
              </Disclosure>
            </dd>
          )}
        </>
      )}
      <dt>Realtime topics</dt>
      <dd>
        <code>{name}/*</code>: {amount(realtime.collection)}
      </dd>
      <dd>
        <code>{name}/ID</code>: {amount(realtime.record)}
      </dd>
    </dl>
  )
}
